/* SPDX-License-Identifier: MIT */
/* The counter of Xtensa: CCOUNT. */
#include "board.h"
#include "image.h"

void board_counter_start(void)
{
}

uint32_t board_counter(void)
{
    uint32_t ticks;
    __asm__ volatile("rsr.ccount %0" : "=r"(ticks) : : "memory");
    return ticks;
}
