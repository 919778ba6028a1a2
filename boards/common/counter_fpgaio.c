/* SPDX-License-Identifier: MIT */
/* The counter of MPS2 and MPS3: a free-running 32-bit counter in the FPGA's I/O block. */
#include "board.h"
#include "image.h"

#define COUNTER (*(volatile uint32_t *)(BOARD_COUNTER_BASE + 0x18u))
#define PRESCALE (*(volatile uint32_t *)(BOARD_COUNTER_BASE + 0x1cu))

void board_counter_start(void)
{
    PRESCALE = 0;
}

uint32_t board_counter(void)
{
    return COUNTER;
}
