/* SPDX-License-Identifier: MIT */
/* ARM9: says what went wrong and ends the run. */
#include "board.h"
#include "image.h"
#include "text.h"

#define VECTOR_DATA 4u

__attribute__((noreturn)) void board_fault(uint32_t vector, uint32_t link, uint32_t status,
                                           uint32_t stack);

__attribute__((noreturn)) void board_fault(uint32_t vector, uint32_t link, uint32_t status,
                                           uint32_t stack)
{
    board_put_register("FAULT vector ", vector);
    board_put_register(" pc ",
                       link - (vector == VECTOR_DATA ? 8u : 4u)); /* the link is further on there */
    board_put_register(" psr ", status);
    board_put_register(" sp ", stack);
    board_puts("\n");
    board_leave(BOARD_STATUS_FAULT);
}
