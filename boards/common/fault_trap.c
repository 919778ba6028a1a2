/* SPDX-License-Identifier: MIT */
/* Prints the registers of a fault on RISC-V, MIPS, a 68000 or an LX106 and ends the run. */
#include "board.h"
#include "image.h"
#include "text.h"

__attribute__((noreturn)) void board_trap(uint32_t cause, uint32_t pc, uint32_t address);

__attribute__((noreturn)) void board_trap(uint32_t cause, uint32_t pc, uint32_t address)
{
    board_print("FAULT cause %08x pc %08x address %08x\n", cause, pc, address);
    board_leave(BOARD_STATUS_FAULT);
}
