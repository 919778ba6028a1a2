/* SPDX-License-Identifier: MIT */
/* The counters and the output of the benchmark image, see bench.h. */
#include "bench.h"

#include <string.h>

#include "board.h"
#include "cycles.h"
#include "test.h"
#include "text.h"

/// Counting /////////////////////////////////////////////////////////////////////////////////////

static bool use_cycles;
static int estimates = -1; /* a file with one word for each measurement */
static uint32_t estimate_of_nothing, cycles_of_nothing;

#ifdef BOARD_COUNTS_CYCLES
#define COUNTER_UNIT "cycles_per_" /* the unit of board_instructions() */
#else
#define COUNTER_UNIT "insn_per_"
#endif

/* Returns whether 64 instructions take exactly 64 of board_instructions(), as in the emulator; a
 * real timer runs at another rate. */
__attribute__((noinline)) static bool instructions_are_exact(void)
{
#ifdef BOARD_COUNTS_CYCLES
    return true;
#endif
    const uint32_t start = board_counter();
    __asm__ volatile(".rept 64\n nop\n .endr");
    return board_instructions(start, board_counter()) == 64u;
}

/* Reads the next value that the emulator's plugin has written: tests/bench/cycles/plugin.c. */
static uint32_t next_estimate(void)
{
    uint32_t cycles;
    if (board_file_read(&cycles, estimates, sizeof cycles) != (int32_t)sizeof cycles)
        bench_fail("the plugin has left no estimate");
    return cycles - estimate_of_nothing;
}

/* Separate from bench_since(), so that counts of instructions are the same with and without it. */
__attribute__((noinline)) static uint32_t cycles_since(uint32_t start, uint32_t end)
{
    const uint32_t cycles = (end - start) & cycles_mask;
    if (estimates >= 0)
        return next_estimate();
    return cycles > cycles_of_nothing ? cycles - cycles_of_nothing : 0u;
}

/* Returns false if the counter stands still. */
static bool start_cycles(void)
{
    cycles_of_nothing = cycles_mask;
    if (!cycles_start())
        return false;
    for (unsigned i = 0; i < (bench_takes_times() ? 1000u : 1u); i++) {
        const uint32_t start = cycles_now(), cycles = (cycles_now() - start) & cycles_mask;
        if (cycles < cycles_of_nothing)
            cycles_of_nothing = cycles;
    }
    return cycles_of_nothing != 0u;
}

void bench_counter_init(void)
{
    char words[96];
    (void)board_command_line(words, sizeof words);
    board_counter_init();
    use_cycles = (bench_takes_times() || memcmp(words, "cycles", sizeof "cycles") == 0 ||
                  !instructions_are_exact()) &&
                 start_cycles();
    if (memcmp(words, "estimates ", sizeof "estimates " - 1u) == 0) {
        estimates = board_file_open(words + sizeof "estimates " - 1u, "rb");
        if (estimates < 0)
            bench_fail("no file of estimates");
        use_cycles = true;
        estimate_of_nothing = bench_since(bench_now());
    }
}

/* Not inlined, as the emulator's plugin watches the entries of bench_now() and bench_since(). */
__attribute__((noinline)) uint32_t bench_now(void)
{
    return use_cycles ? cycles_now() : board_counter();
}

__attribute__((noinline)) uint32_t bench_since(uint32_t start)
{
    const uint32_t end = bench_now();
    return use_cycles ? cycles_since(start, end) : board_instructions(start, end);
}

bool bench_takes_times(void)
{
#ifdef BENCH_TIMES
    return true;
#else
    return false;
#endif
}

/* How often a measurement runs; the least result counts. It is once, twice if caches may be
 * cold, and often if other programs use the machine, too. */
static uint32_t turns(void)
{
    return bench_takes_times() ? 400u : use_cycles && estimates < 0 ? 2u : 1u;
}

uint32_t bench_count(bench_work *prepare, bench_work *work, void *context, uint32_t count)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t turn = 0; turn < turns(); turn++) {
        if (prepare != NULL)
            prepare(context, count);
        const uint32_t start = bench_now();
        work(context, count);
        const uint32_t taken = bench_since(start);
        if (taken < least)
            least = taken;
    }
    return least;
}

uint32_t bench_count_half(bench_work *prepare, bench_work *work, void *context, uint32_t count)
{
    const uint32_t all = bench_count(prepare, work, context, count);
    return all - bench_count(prepare, work, context, count / 2u);
}

static const char *unit(void)
{
    if (bench_takes_times())
        return "ns_per_";
    return estimates >= 0 ? "cycles_est_per_" : use_cycles ? "cycles_per_" : COUNTER_UNIT;
}

/// Rows /////////////////////////////////////////////////////////////////////////////////////////

#define ROW "bench\t" BOARD_NAME "\t" BENCH_CORE "\t" /* the first cells of a row */

static void put_subject(const bench_subject *s)
{
    board_puts(ROW);
    if (s->character != NULL)
        board_print("%s:", s->character);
    board_print("%s\t%s\t", s->kernel, s->precision);
    if (s->influences != 0u)
        board_print("%u\t%s\t", s->influences, s->attributes);
    else
        board_print("-\t%s\t", s->attributes);
}

/* total / count with three decimals unless it is whole, never rounded up, as limits compare with
 * floors. */
void bench_row_per(const bench_subject *subject, const char *per, uint32_t total, uint32_t count)
{
    const uint32_t thousandths = (uint32_t)((uint64_t)(total % count) * 1000u / count);
    put_subject(subject);
    board_print("%s%s\t%u", unit(), per, total / count);
    if (thousandths != 0u)
        board_print("%s%u",
                    thousandths < 10u    ? ".00"
                    : thousandths < 100u ? ".0"
                                         : ".",
                    thousandths);
    board_puts("\n");
}

void bench_row_number(const bench_subject *subject, const char *what, uint32_t number)
{
    put_subject(subject);
    board_print("%s\t%u\n", what, number);
}

void bench_row_stack(const bench_subject *subject, uint32_t bytes)
{
    if (bytes != 0u) /* the host's stack is not measured */
        bench_row_number(subject, "bytes_stack", bytes);
}

void bench_fail(const char *what)
{
    board_put_line("FAIL bench:", what);
    board_exit(1);
}

/// Memory ///////////////////////////////////////////////////////////////////////////////////////

/* The RAM that is left over, or the memory of the tests if that is larger. */
uint32_t bench_memory_bytes(void)
{
    size_t left_bytes;
    (void)board_free_ram(&left_bytes);
    return left_bytes > TEST_MEMORY_BYTES ? (uint32_t)left_bytes : TEST_MEMORY_BYTES;
}

void *bench_memory(uint32_t bytes)
{
    size_t left_bytes;
    void *left = board_free_ram(&left_bytes);
    if (bytes <= left_bytes)
        return left;
    test_release();
    return test_take(bytes);
}
