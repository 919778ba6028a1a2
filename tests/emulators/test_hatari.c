/* SPDX-License-Identifier: MIT */
/* Checks that Hatari's cycles of single instructions are those of the manual: M68000UM, section 8.
 * In an Atari ST the processor has the bus every fourth cycle, and instructions wait for that. */
#include "../bench/cycles.h"
#include "board.h"
#include "text.h"

int main(void);

/* Functions NAME_16 and NAME_32: that many instructions in a row; a0 points to two words. */
#define ROW(name, times, setup, instruction)                                                       \
    __asm__(".text\n" #name "_" #times ": lea row_words, %a0\n" setup "\n.rept " #times            \
            "\n" instruction "\n.endr\nrts\n");                                                    \
    void name##_##times(void)
#define ROWS(name, setup, instruction)                                                             \
    ROW(name, 16, setup, instruction);                                                             \
    ROW(name, 32, setup, instruction)

extern uint32_t row_words[2];
uint32_t row_words[2] = {1, 2};

ROWS(nop, "", "nop");
ROWS(add_w, "", "add.w %d0, %d1");
ROWS(add_l, "", "add.l %d0, %d1");
ROWS(shift, "", "lsl.l #8, %d0");
ROWS(load, "", "move.l (%a0), %d0");
ROWS(load_at, "", "move.l 4(%a0), %d0");
ROWS(store, "", "move.l %d0, (%a0)");
ROWS(load_many, "", "movem.l (%a0), %d0-%d1");
ROWS(exchange, "", "exg %d0, %d1");
ROWS(muls_0, "moveq #0, %d0", "muls.w %d0, %d1");
ROWS(muls_1, "moveq #-1, %d0", "muls.w %d0, %d1");
ROWS(muls_16, "move.w #0x5555, %d0", "muls.w %d0, %d1");
ROWS(mulu_8, "move.w #0x00ff, %d0", "mulu.w %d0, %d1");

typedef struct row {
    const char *name;
    void (*few)(void), (*many)(void);
    uint32_t cycles; /* of one instruction; where it is more than in the manual a comment says so */
} row;

static const row rows[] = {
    {"nop", nop_16, nop_32, 4},
    {"add.w", add_w_16, add_w_32, 4},
    {"add.l", add_l_16, add_l_32, 8},
    {"lsl.l", shift_16, shift_32, 24},
    {"move.l (a0), d0", load_16, load_32, 12},
    {"move.l 4(a0), d0", load_at_16, load_at_32, 16},
    {"move.l d0, (a0)", store_16, store_32, 12},
    {"movem.l", load_many_16, load_many_32, 28},
    {"exg", exchange_16, exchange_32, 8},      /* 6 in the manual */
    {"muls.w by 0", muls_0_16, muls_0_32, 40}, /* 38, and 2 for each change between adjacent bits */
    {"muls.w by -1", muls_1_16, muls_1_32, 40},       /* 38 + 2 */
    {"muls.w by 0x5555", muls_16_16, muls_16_32, 72}, /* 38 + 32 */
    {"mulu.w by 0xff", mulu_8_16, mulu_8_32, 56},     /* 38 + 16, for each bit that is set */
};

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
        board_puts("FAIL ");
        board_puts(rows[i].name);
        board_puts(": 16 take ");
        board_put_u32(sixteen);
        board_puts(" cycles\n");
        failures++;
    }
    if (failures == 0)
        board_puts("PASS hatari\n");
    return failures;
}
