/* SPDX-License-Identifier: MIT */
/* The counter of RISC-V, which counts retired instructions itself. */
#include "board.h"
#include "image.h"

void board_counter_start(void)
{
    __asm__ volatile("csrw 0x320, zero"); /* mcountinhibit: some cores start with it set */
}

uint32_t board_counter(void)
{
    uint32_t instructions;
    __asm__ volatile("csrr %0, minstret" : "=r"(instructions) : : "memory");
    return instructions;
}
