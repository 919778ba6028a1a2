/* SPDX-License-Identifier: MIT */
/* Prints the registers of a fault on RISC-V and MIPS and ends the run. */
#include "board.h"
#include "image.h"
#include "text.h"

__attribute__((noreturn)) void board_trap(uint32_t cause, uint32_t pc, uint32_t address);

__attribute__((noreturn)) void board_trap(uint32_t cause, uint32_t pc, uint32_t address)
{
    board_put_register("FAULT cause ", cause);
    board_put_register(" pc ", pc);
    board_put_register(" address ", address);
    board_puts("\n");
    board_leave(BOARD_STATUS_FAULT);
}
