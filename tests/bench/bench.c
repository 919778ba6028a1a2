/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include "board.h"
#include "cycles.h"
#include "test.h"
#include "text.h"

/// Counting /////////////////////////////////////////////////////////////////////////////////////

static bool use_cycles;

/* In the emulator 64 instructions take exactly 64 of what board_instructions() counts; a real
 * timer runs at another rate. */
static bool instructions_are_exact(void)
{
    const uint32_t start = board_counter();
    __asm__ volatile(".rept 64\n nop\n .endr");
    return board_instructions(start, board_counter()) == 64u;
}

void bench_counter_init(bool want_cycles)
{
    board_counter_init();
    use_cycles = want_cycles || cycles_always || !instructions_are_exact();
    if (use_cycles && !cycles_start())
        use_cycles = false;
}

uint32_t bench_now(void)
{
    return use_cycles ? cycles_now() : board_counter();
}

uint32_t bench_since(uint32_t start)
{
    const uint32_t end = bench_now();
    return use_cycles ? cycles_between(start, end) : board_instructions(start, end);
}

uint32_t bench_turns(void)
{
    return use_cycles && !cycles_always ? 2u : 1u;
}

static const char *unit(void)
{
    return use_cycles ? "cycles_per_" : "insn_per_";
}

/// Rows /////////////////////////////////////////////////////////////////////////////////////////

/* Tabs between, a newline after the last. */
static void put_cell(const char *text)
{
    board_puts(text);
    board_puts("\t");
}

static void put_subject(const bench_subject *s)
{
    put_cell("bench");
    put_cell(BOARD_NAME);
    put_cell(BENCH_CORE);
    put_cell(s->kernel);
    put_cell(s->precision);
    if (s->influences != 0u)
        board_put_u32(s->influences);
    else
        board_puts("-");
    board_puts("\t");
    put_cell(s->attributes);
}

/* total / count, three decimals unless whole; never rounded up, as limits compare with floors. */
static void put_ratio(uint32_t total, uint32_t count)
{
    const uint32_t whole = total / count;
    const uint32_t thousandths = (uint32_t)((uint64_t)(total % count) * 1000u / count);
    board_put_u32(whole);
    if (thousandths != 0u) {
        board_puts(thousandths < 10u ? ".00" : thousandths < 100u ? ".0" : ".");
        board_put_u32(thousandths);
    }
    board_puts("\n");
}

void bench_row_per(const bench_subject *subject, const char *per, uint32_t total, uint32_t count)
{
    put_subject(subject);
    board_puts(unit());
    put_cell(per);
    put_ratio(total, count);
}

void bench_row_bytes(const bench_subject *subject, const char *metric, uint32_t bytes)
{
    put_subject(subject);
    put_cell(metric);
    board_put_u32(bytes);
    board_puts("\n");
}

void bench_row_frame(const char *precision, const char *stage, uint32_t total, uint32_t frames)
{
    put_cell("frame");
    put_cell(BOARD_NAME);
    put_cell(BENCH_CORE);
    put_cell(precision);
    put_cell(stage);
    board_puts(unit());
    put_cell("frame");
    board_put_u32(total / frames);
    board_puts("\n");
}

void bench_row_size(const char *precision, uint32_t joint_count, uint32_t vertex_count)
{
    put_cell("size");
    put_cell(BOARD_NAME);
    put_cell(precision);
    board_put_u32(joint_count);
    board_puts("\t");
    board_put_u32(vertex_count);
    board_puts("\n");
}

void bench_fail(const char *what)
{
    board_puts("FAIL bench: ");
    board_puts(what);
    board_puts("\n");
    board_exit(1);
}

/// Memory ///////////////////////////////////////////////////////////////////////////////////////

/* RAM that is left over, or where that is less than what the tests have: theirs. */
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
