/* SPDX-License-Identifier: MIT */
/* The counter of MIPS: CP0 Count. */
#include "board.h"
#include "image.h"

void board_counter_start(void)
{
}

uint32_t board_counter(void)
{
    uint32_t ticks;
    __asm__ volatile("mfc0 %0, $9" : "=r"(ticks) : : "memory");
    return ticks;
}
