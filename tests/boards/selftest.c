/* SPDX-License-Identifier: MIT */
/* Tests the board code itself. The first word of the command line chooses a test:
 *   check ...   every check; prints counts, which must be the same in every run
 *   unaligned   a load that must fault, except on cores that cannot tell
 *   undefined   an instruction that must fault
 *   overflow    a recursion that must run out of stack and be noticed
 *   quiet       exit status 0 without a PASS line, as a board that resets has */
#include <string.h>

#include "board.h"
#include "image.h"
#include "text.h"

#define COMMAND_LINE "check two words,with commas"
#define FILE_NAME "selftest.bin"
#define FILE_BYTES (100u * 1024u)
#define PIECE_BYTES 1024u

static uint32_t failed_count;
static volatile uint32_t initialised = 0x12345678u;
static volatile uint32_t zeroed;

static void check(bool ok, const char *what)
{
    if (!ok)
        failed_count++;
    board_print("%s  %s\n", ok ? "ok  " : "FAIL", what);
}

static bool equal(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static void check_memory(void)
{
    static const char text[] = "0123456789abcdef";
    char moved[24];
    check(initialised == 0x12345678u && zeroed == 0u, "variables are initialised");
    memset(moved, '.', sizeof moved);
    memcpy(moved + 1, text, 16);
    memmove(moved + 3, moved + 1, 16);
    const bool apart = memcmp(moved, ".010123456789abcdef.....", 24) == 0;
    memmove(moved, moved + 3, 16);
    check(apart && memcmp(moved, text, 16) == 0 && memcmp("ab", "b", 1) < 0,
          "memcpy, memmove, memset, memcmp");
}

static void check_arithmetic(void)
{
    volatile int64_t dividend = 123456789012345;
    volatile int64_t divisor = -777;
    volatile float f = 1.5f;
    volatile union {
        uint32_t word;
        uint8_t bytes[4];
    } order = {1};
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    const uint8_t first = 0;
#else
    const uint8_t first = 1;
#endif

    check(dividend / divisor == -158889046347, "64-bit division");
    check(f * f + 0.25f == 2.5f, "float");
    check(order.bytes[0] == first, "byte order");
}

__attribute__((section(".pelt.hot"), noinline)) static uint32_t hot(uint32_t x)
{
    return x * 3u + initialised;
}

/* Checks that hot code is at the place that board.mk names, and was copied there unless it is
 * linked at its load address. */
static void check_hot(void)
{
    /* Volatile, because compilers assume that two arrays have different addresses. */
    const volatile uintptr_t load = (uintptr_t)image_hot_load, start = (uintptr_t)image_hot_start;
    check(hot(5) == 15u + 0x12345678u, "hot code");
    check((start == load) == BOARD_HOT_IN_FLASH && (uintptr_t)hot >= start &&
              (uintptr_t)hot < (uintptr_t)image_hot_end,
          "hot code is where board.mk wants it");
}

/* A byte that differs at every place of the file. */
static uint8_t pattern(uint32_t offset)
{
    return (uint8_t)(offset * 7u + (offset >> 8) + (offset >> 16));
}

static bool write_file(uint8_t *piece)
{
    const int file = board_file_open(FILE_NAME, "wb");
    uint32_t offset = 0;
    bool ok = file >= 0;
    while (ok && offset < FILE_BYTES) {
        for (uint32_t i = 0; i < PIECE_BYTES; i++)
            piece[i] = pattern(offset++);
        ok = board_file_write(file, piece, PIECE_BYTES) == (int32_t)PIECE_BYTES;
    }
    board_file_close(file);
    return ok;
}

static bool read_file(uint8_t *piece)
{
    const int file = board_file_open(FILE_NAME, "rb");
    uint32_t offset = 0;
    bool ok = file >= 0;
    while (ok && offset < FILE_BYTES) {
        ok = board_file_read(piece, file, PIECE_BYTES) == (int32_t)PIECE_BYTES;
        for (uint32_t i = 0; i < PIECE_BYTES; i++)
            ok = ok && piece[i] == pattern(offset++);
    }
    ok = ok && board_file_read(piece, file, PIECE_BYTES) == 0;
    board_file_close(file);
    return ok;
}

static void check_files(void)
{
    static uint8_t piece[PIECE_BYTES];
    check(write_file(piece), "100 KB written to a file");
    check(read_file(piece), "and read back");
    check(board_file_open("no-such-folder/file", "rb") < 0, "a missing file is an error");
}

/* The cost of one turn below: instructions, or cycles as board.mk says. */
#ifdef BOARD_COUNTS_CYCLES
#define COUNT_PER_TURN ((uint32_t)BOARD_COUNTS_CYCLES)
#else
#define COUNT_PER_TURN 2u
#endif

/* Counts are compared with that of this many turns: a call from fast memory takes less than an
 * empty measurement from slow memory, which is subtracted. */
#define BASE_TURNS 100u

/* Takes two instructions a turn on any core; turns > 0. */
__attribute__((section(".pelt.hot"), noinline)) static void turn(uint32_t turns)
{
#if defined(__arm__)
    __asm__ volatile(".syntax unified\n1: subs %0, %0, #1\n bne 1b" : "+l"(turns) : : "cc");
#elif defined(__riscv) || defined(__xtensa__)
    __asm__ volatile("1: addi %0, %0, -1\n bnez %0, 1b" : "+r"(turns));
#elif defined(__m68k__)
    __asm__ volatile("1: subq.l #1, %0\n bne.s 1b" : "+d"(turns) : : "cc");
#else
    __asm__ volatile(".set push\n.set noreorder\n"
                     "1: bne %0, $0, 1b\n addiu %0, %0, -1\n.set pop"
                     : "+r"(turns));
#endif
}

__attribute__((section(".pelt.hot"), noinline)) static uint32_t count_turns(uint32_t turns)
{
    const uint32_t start = board_counter();
    turn(turns);
    return board_instructions(start, board_counter());
}

static void check_counter(void)
{
    /* The last one is beyond 2^24 ticks of every timer. */
    static const uint32_t turns[] = {101, 102, 200, 12345, 1000000, 9000000};
    const uint32_t base = count_turns(BASE_TURNS), start = board_counter();
    check(board_instructions(start, board_counter()) == 0u, "an empty measurement is 0");
    board_print("      %u turns of 2 instructions, and their call: %u\n", BASE_TURNS, base);
    for (unsigned i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        const uint32_t count = count_turns(turns[i]);
        board_print("      %u turns: %u\n", turns[i], count);
        check(count - base == COUNT_PER_TURN * (turns[i] - BASE_TURNS), "counted exactly");
    }
}

__attribute__((noinline)) static uint32_t use_stack(void)
{
    volatile uint8_t buffer[1024];
    for (unsigned i = 0; i < sizeof buffer; i++)
        buffer[i] = 1;
    return buffer[0];
}

static void check_sizes(void)
{
    const uint32_t before_bytes = board_stack_used();
    size_t free_bytes;
    const uint8_t *free_ram = board_free_ram(&free_bytes);
    (void)use_stack();
    const uint32_t after_bytes = board_stack_used();
    check(before_bytes > 0u && after_bytes >= 1024u && after_bytes < 1024u + 512u,
          "stack use is measured");
    check(board_ram_used_bytes() + free_bytes == board_ram_bytes() &&
              ((uintptr_t)free_ram & 15u) == 0u,
          "RAM adds up");
    check(board_code_bytes() > 1000u && board_code_bytes() < board_flash_bytes(), "flash adds up");
    board_print("      stack %u of %u, code %u, flash %u, RAM %u of %u\n", after_bytes,
                board_stack_bytes(), board_code_bytes(), board_flash_bytes(),
                board_ram_used_bytes(), board_ram_bytes());
}

__attribute__((noinline)) static uint32_t load(const volatile void *address)
{
    __asm__ volatile("" : "+r"(address)); /* otherwise gcc knows the address and loads two halves */
    return *(const volatile uint32_t *)address;
}

static volatile uint32_t depth; /* volatile, or compilers leave the recursion out */

/* This is no tail call, as the result is used after the return. */
__attribute__((noinline)) static uint32_t recurse(void)
{
    volatile uint32_t here = ++depth;
    /* `here` may read as 0 where there is no memory, so the result does not depend on it alone. */
    return depth == 0u ? 0u : recurse() + here;
}

int main(void)
{
    static uint32_t words[2];
    char command[64];
    const bool have_command = board_command_line(command, sizeof command);
    if (have_command && equal(command, "unaligned"))
        return (int)load((const uint8_t *)words + 1);
    if (have_command && equal(command, "undefined"))
        __builtin_trap();
    if (have_command && equal(command, "overflow")) {
        (void)recurse();
        return 0;
    }

    if (have_command && equal(command, "quiet"))
        return 0;

    board_puts("selftest on " BOARD_NAME "\n");
    check(have_command && equal(command, COMMAND_LINE), "command line");
    board_counter_init();
    check_memory();
    check_arithmetic();
    check_hot();
    check_files();
    if (BOARD_TICK_PS != 0u) /* the board has a counter */
        check_counter();
    check_sizes();
    board_puts(failed_count == 0u ? "PASS selftest\n" : "FAILED selftest\n");
    return failed_count == 0u ? 0 : 1;
}
