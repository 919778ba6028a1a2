/* SPDX-License-Identifier: MIT */
/* Converts timer ticks to instructions. With -icount shift=S an instruction takes 2^S ns of virtual
 * time, and a tick TICK_PS. A difference of ticks is wrong by less than one tick, so the nearest
 * whole number of instructions is exact as long as a tick is shorter than half an instruction, or
 * equals one. */
#include "board.h"
#include "image.h"

#define INSTRUCTION_PS ((uint64_t)1000 << BOARD_ICOUNT_SHIFT)

static uint32_t overhead_instructions;

void board_counter_init(void)
{
    uint32_t start_ticks;
    uint32_t end_ticks;
    board_counter_start();
    overhead_instructions = 0;
    start_ticks = board_counter();
    end_ticks = board_counter();
    overhead_instructions = board_instructions(start_ticks, end_ticks);
}

uint32_t board_instructions(uint32_t start_ticks, uint32_t end_ticks)
{
    const uint32_t ticks = end_ticks - start_ticks;
    const uint64_t elapsed_ps = (uint64_t)ticks * BOARD_TICK_PS;
    const uint32_t instructions =
        BOARD_TICK_PS == INSTRUCTION_PS /* no division where none is needed */
            ? ticks
            : (uint32_t)((elapsed_ps + INSTRUCTION_PS / 2u) / INSTRUCTION_PS);
    return instructions > overhead_instructions ? instructions - overhead_instructions : 0u;
}
