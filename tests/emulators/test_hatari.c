/* SPDX-License-Identifier: MIT */
/* Checks that Hatari's cycles of single instructions are those of the manual: M68000UM, section 8.
 * In an Atari ST the processor has the bus every fourth cycle, and instructions wait for that. */
#include "../bench/cycles.h"
#include "board.h"
#include "text.h"

/* Each row has a name, the cycles of one instruction, a set-up with a0 at two words, and the instruction. The
 * cycles are the manual's, rounded up to a multiple of four: there EXG takes 6; MULS 38, and 2 for each change
 * between adjacent bits of the factor; MULU 38, and 2 for each bit that is set. */
#define INSTRUCTIONS(ROW)                                                                          \
    ROW(nop, 4, "", "nop")                                                                         \
    ROW(add_w, 4, "", "add.w %d0, %d1")                                                            \
    ROW(add_l, 8, "", "add.l %d0, %d1")                                                            \
    ROW(shift, 24, "", "lsl.l #8, %d0")                                                            \
    ROW(load, 12, "", "move.l (%a0), %d0")                                                         \
    ROW(load_at, 16, "", "move.l 4(%a0), %d0")                                                     \
    ROW(store, 12, "", "move.l %d0, (%a0)")                                                        \
    ROW(load_many, 28, "", "movem.l (%a0), %d0-%d1")                                               \
    ROW(exchange, 8, "", "exg %d0, %d1")                                                           \
    ROW(muls_0, 40, "moveq #0, %d0", "muls.w %d0, %d1")                                            \
    ROW(muls_1, 40, "moveq #-1, %d0", "muls.w %d0, %d1")                                           \
    ROW(muls_16, 72, "move.w #0x5555, %d0", "muls.w %d0, %d1")                                     \
    ROW(mulu_8, 56, "move.w #0x00ff, %d0", "mulu.w %d0, %d1")

/* Functions NAME_16 and NAME_32: that many instructions in a row. */
#define IN_A_ROW(name, times, setup, instruction)                                                  \
    __asm__(".text\n" #name "_" #times ": lea row_words, %a0\n" setup "\n.rept " #times            \
            "\n" instruction "\n.endr\nrts\n");                                                    \
    void name##_##times(void);
#define BOTH(name, cycles, setup, instruction)                                                     \
    IN_A_ROW(name, 16, setup, instruction)                                                         \
    IN_A_ROW(name, 32, setup, instruction)

extern uint32_t row_words[2];
uint32_t row_words[2] = {1, 2};

INSTRUCTIONS(BOTH)

#define TIMED(name, cycles, setup, instruction)                                                    \
    {setup " " instruction, name##_16, name##_32, cycles},
static const struct row {
    const char *name;
    void (*few)(void), (*many)(void);
    uint32_t cycles; /* of one instruction */
} rows[] = {INSTRUCTIONS(TIMED)};

/* Not inlined: at this place the rounding of cycles to four is the same for all. */
__attribute__((noinline)) static uint32_t cycles_of(void (*run)(void))
{
    const uint32_t start = cycles_now();
    run();
    return cycles_now() - start;
}

int main(void)
{
    int failures = 0;
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const uint32_t sixteen = cycles_of(rows[i].many) - cycles_of(rows[i].few);
        if (sixteen == 16u * rows[i].cycles)
            continue;
        board_print("FAIL %s: 16 take %u cycles, not %u\n", rows[i].name, sixteen,
                    16u * rows[i].cycles);
        failures++;
    }
    if (failures == 0)
        board_puts("PASS hatari\n");
    return failures;
}
