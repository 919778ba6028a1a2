/* SPDX-License-Identifier: MIT */
/* The counter of the nRF51: TIMER0, the only one with 32 bits, at 16 MHz. A capture copies it to CC0. */
#include "board.h"
#include "image.h"

#define TIMER0_START (*(volatile uint32_t *)0x40008000u)
#define TIMER0_CLEAR (*(volatile uint32_t *)0x4000800cu)
#define TIMER0_CAPTURE0 (*(volatile uint32_t *)0x40008040u)
#define TIMER0_MODE (*(volatile uint32_t *)0x40008504u)
#define TIMER0_BITMODE (*(volatile uint32_t *)0x40008508u)
#define TIMER0_PRESCALER (*(volatile uint32_t *)0x40008510u)
#define TIMER0_CC0 (*(volatile uint32_t *)0x40008540u)

#define BITMODE_32 3u

void board_counter_start(void)
{
    TIMER0_MODE = 0;
    TIMER0_BITMODE = BITMODE_32;
    TIMER0_PRESCALER = 0;
    TIMER0_CLEAR = 1;
    TIMER0_START = 1;
}

uint32_t board_counter(void)
{
    TIMER0_CAPTURE0 = 1;
    return TIMER0_CC0;
}
