/* SPDX-License-Identifier: MIT */
/* A plugin for QEMU 7.2 that estimates cycles. Each instruction has a cost in a table (costs.awk),
 * which is added when it is executed, together with the additional costs of a taken branch and of
 * flash.
 *
 * A measurement lies between the entry of bench_now() and the entry of bench_since(). Its sum is
 * appended to a file, a little-endian word each, from which the image reads it when it asks for its
 * count (tests/bench/bench.c); the image itself does not know how long anything takes.
 *
 * Arguments: table=FILE, out=FILE, start=ADDRESS, stop=ADDRESS; if there are wait states also
 * wait=CYCLES, line=BYTES, flash=ADDRESS, flash_bytes=BYTES. again=ADDRESS: another entry at which a
 * measurement begins, unless one is under way.
 *
 * The flash: code is fetched through a buffer of one line, or a cache of code=LINES, at most 64; data
 * are read through another of data=LINES. A line that is not there costs `wait` cycles and takes the
 * place of the one that was used longest ago. Nothing is fetched ahead.
 *
 * Costs are added by translation block, which ends at a branch; if the next block does not start
 * right behind it, the branch was taken. */
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What is used of QEMU's interface /////////////////////////////////////////////////////////////

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t plugin_id;
typedef void translate_callback(plugin_id id, struct qemu_plugin_tb *tb);
typedef void execute_callback(unsigned cpu, void *data);
typedef void memory_callback(unsigned cpu, uint32_t info, uint64_t address, void *data);

#define CALLBACK_READS_NO_REGISTERS 0
#define MEMORY_READS 1

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, translate_callback *callback);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, execute_callback *callback,
                                          int flags, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, memory_callback *callback,
                                      int flags, int accesses, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);

#define EXPORT __attribute__((visibility("default")))
EXPORT extern int qemu_plugin_version;
EXPORT int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv);
EXPORT int qemu_plugin_version = 1;

/// Costs ////////////////////////////////////////////////////////////////////////////////////////

typedef struct cost {
    uint32_t address;
    uint32_t cycles, taken; /* taken: additional cycles if the next instruction is elsewhere */
} cost;

static cost *costs; /* by address, in order */
static size_t cost_count;

static int compare_costs(const void *a, const void *b)
{
    const uint32_t x = ((const cost *)a)->address, y = ((const cost *)b)->address;
    return (x > y) - (x < y);
}

static cost cost_of(uint32_t address)
{
    const cost key = {address, 1, 0}; /* addresses that are not listed are outside the image */
    const cost *found = bsearch(&key, costs, cost_count, sizeof key, compare_costs);
    return found != NULL ? *found : key;
}

/* Reads lines of: address in hexadecimal, cycles, additional cycles if taken. */
static bool read_costs(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t room = 0;
    cost next;
    if (file == NULL)
        return false;
    while (fscanf(file, "%x %u %u%*[^\n]", &next.address, &next.cycles, &next.taken) == 3) {
        if (cost_count == room) {
            room = 2 * room + 4096;
            costs = realloc(costs, room * sizeof *costs);
            if (costs == NULL)
                abort();
        }
        costs[cost_count++] = next;
    }
    fclose(file);
    qsort(costs, cost_count, sizeof *costs, compare_costs);
    return cost_count != 0;
}

/// A measurement ////////////////////////////////////////////////////////////////////////////////

static uint32_t start_address, stop_address, again_address = 1; /* 1: of no block */
static uint32_t wait_cycles, line_bytes = 16, flash_address, flash_bytes;
static int out = -1;

static bool measuring;
static uint32_t cycles;
static uint32_t expected_next, taken_cycles; /* after the last block */

/* Lines of flash in a cache, the last used one first. */
#define MOST_LINES 64

typedef struct cache {
    uint32_t count, lines[MOST_LINES];
} cache;

static cache code = {.count = 1}, data = {.count = 1};

/* Uses a line; returns the cycles that it takes. */
static uint32_t fetch(cache *c, uint32_t line)
{
    uint32_t i = 0;
    while (i + 1u < c->count && c->lines[i] != line)
        i++;
    const bool found = c->lines[i] == line;
    memmove(c->lines + 1, c->lines, i * sizeof c->lines[0]);
    c->lines[0] = line;
    return found ? 0u : wait_cycles;
}

typedef struct block {
    uint32_t address, end;
    uint32_t cycles, taken;
    uint32_t first_line, lines; /* lines of flash that the block runs through */
} block;

static bool in_flash(uint32_t address)
{
    return address - flash_address < flash_bytes;
}

static void execute(unsigned cpu, void *own)
{
    const block *b = own;
    (void)cpu;
    if (b->address == stop_address && measuring) {
        measuring = false;
        if (write(out, &cycles, sizeof cycles) != (ssize_t)sizeof cycles)
            abort();
    }
    if (b->address == start_address || (b->address == again_address && !measuring)) {
        measuring = true;
        cycles = 0;
        expected_next = b->address;
        taken_cycles = 0;
    }
    if (b->address == start_address) {
        memset(code.lines, 0xff, sizeof code.lines); /* of no flash */
        memset(data.lines, 0xff, sizeof data.lines);
    }
    if (!measuring)
        return;
    if (b->address != expected_next)
        cycles += taken_cycles;
    cycles += b->cycles;
    for (uint32_t i = 0; i < b->lines; i++)
        cycles += fetch(&code, b->first_line + i);
    expected_next = b->end;
    taken_cycles = b->taken;
}

static void read_memory(unsigned cpu, uint32_t info, uint64_t address, void *own)
{
    (void)cpu;
    (void)info;
    (void)own;
    if (measuring && in_flash((uint32_t)address))
        cycles += fetch(&data, (uint32_t)address / line_bytes);
}

static void translate(plugin_id id, struct qemu_plugin_tb *tb)
{
    const size_t count = qemu_plugin_tb_n_insns(tb);
    block *b = calloc(1, sizeof *b); /* lives as long as QEMU runs */
    (void)id;
    if (b == NULL)
        abort();
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        const uint32_t address = (uint32_t)qemu_plugin_insn_vaddr(insn);
        const cost c = cost_of(address);
        if (i == 0)
            b->address = address;
        b->end = address + (uint32_t)qemu_plugin_insn_size(insn);
        b->cycles += c.cycles;
        b->taken = c.taken;
        if (wait_cycles != 0)
            qemu_plugin_register_vcpu_mem_cb(insn, read_memory, CALLBACK_READS_NO_REGISTERS,
                                             MEMORY_READS, NULL);
    }
    if (wait_cycles != 0 && count != 0 && in_flash(b->address)) {
        b->first_line = b->address / line_bytes;
        b->lines = (b->end - 1u) / line_bytes - b->first_line + 1u;
    }
    qemu_plugin_register_vcpu_tb_exec_cb(tb, execute, CALLBACK_READS_NO_REGISTERS, b);
}

/// Arguments ////////////////////////////////////////////////////////////////////////////////////

EXPORT int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    const struct {
        const char *name;
        uint32_t *value;
    } numbers[] = {
        {"start=", &start_address}, {"stop=", &stop_address}, {"again=", &again_address},
        {"wait=", &wait_cycles},    {"line=", &line_bytes},   {"flash=", &flash_address},
        {"code=", &code.count},     {"data=", &data.count},   {"flash_bytes=", &flash_bytes}};
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "table=", 6) == 0 && !read_costs(argv[i] + 6))
            return 1;
        if (strncmp(argv[i], "out=", 4) == 0)
            out = open(argv[i] + 4, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            const size_t length = strlen(numbers[k].name);
            if (strncmp(argv[i], numbers[k].name, length) == 0)
                *numbers[k].value = (uint32_t)strtoul(argv[i] + length, NULL, 0);
        }
    }
    if (out < 0 || cost_count == 0 || line_bytes == 0 || code.count > MOST_LINES ||
        data.count > MOST_LINES)
        return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    return 0;
}
