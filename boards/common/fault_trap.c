/* SPDX-License-Identifier: MIT */
/* RISC-V and MIPS: says what went wrong and ends the run. */
#include "board.h"
#include "image.h"
#include "text.h"

__attribute__((noreturn)) void board_trap(uint32_t cause, uint32_t pc, uint32_t address);

__attribute__((noreturn)) void board_trap(uint32_t cause, uint32_t pc, uint32_t address)
{
    board_puts("FAULT cause ");
    board_put_hex8(cause);
    board_puts(" pc ");
    board_put_hex8(pc);
    board_puts(" address ");
    board_put_hex8(address);
    board_puts("\n");
    board_leave(BOARD_STATUS_FAULT);
}
