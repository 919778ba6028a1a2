/* SPDX-License-Identifier: MIT */
/* Boards whose own counter counts cycles, exactly also in the emulator: the Game Boy Advance. */
#include "board.h"
#include "cycles.h"

const bool cycles_always = true;

bool cycles_start(void)
{
    return true;
}

uint32_t cycles_now(void)
{
    return board_counter();
}

uint32_t cycles_between(uint32_t start, uint32_t end)
{
    return board_instructions(start, end);
}
