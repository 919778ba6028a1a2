/* SPDX-License-Identifier: MIT */
/* Prints the registers of a fault on an ARM9 (board arm946, the Nintendo DS) and ends the run. The
 * exception vectors of fault_entry_arm.inc call it. */
#include "board.h"
#include "image.h"
#include "text.h"

#define VECTOR_DATA 4u

__attribute__((noreturn)) void board_fault(uint32_t vector, uint32_t link, uint32_t status,
                                           uint32_t stack);

__attribute__((noreturn)) void board_fault(uint32_t vector, uint32_t link, uint32_t status,
                                           uint32_t stack)
{
    /* The link register is 8 bytes past the instruction after a data abort, 4 after other faults. */
    const uint32_t pc = link - (vector == VECTOR_DATA ? 8u : 4u);
    board_print("FAULT vector %08x pc %08x psr %08x sp %08x\n", vector, pc, status, stack);
    board_leave(BOARD_STATUS_FAULT);
}
