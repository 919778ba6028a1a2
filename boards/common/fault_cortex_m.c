/* SPDX-License-Identifier: MIT */
/* Prints the registers of a fault on a Cortex-M and ends the run. */
#include "board.h"
#include "image.h"
#include "text.h"

#define BKPT_SEMIHOSTING 0xbeabu

#if __ARM_ARCH >= 7
#define CFSR (*(const volatile uint32_t *)0xe000ed28u)
#define HFSR (*(const volatile uint32_t *)0xe000ed2cu)
#define BFAR (*(const volatile uint32_t *)0xe000ed38u)
#endif

enum { FRAME_R0, FRAME_R1, FRAME_R2, FRAME_R3, FRAME_R12, FRAME_LR, FRAME_PC, FRAME_PSR };

void board_fault(uint32_t *frame);

/* `frame` is NULL when the stack overflowed. Returns only to continue after a semihosting call
 * that no host answered. */
void board_fault(uint32_t *frame)
{
    uint32_t ipsr;
    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    if (frame != NULL) {
        const uintptr_t pc = frame[FRAME_PC];
        if (pc >= (uintptr_t)image_flash_start && pc < (uintptr_t)image_flash_end &&
            *(const uint16_t *)pc == BKPT_SEMIHOSTING) {
            frame[FRAME_R0] = UINT32_MAX;
            frame[FRAME_PC] += 2u;
            return;
        }
    }
    board_put_register("FAULT ipsr ", ipsr);
#if __ARM_ARCH >= 7
    board_put_register(" cfsr ", CFSR);
    board_put_register(" hfsr ", HFSR);
    board_put_register(" bfar ", BFAR);
#endif
    if (frame == NULL) {
        board_puts(" stack overflow");
    } else {
        board_put_register(" pc ", frame[FRAME_PC]);
        board_put_register(" lr ", frame[FRAME_LR]);
        board_put_register(" psr ", frame[FRAME_PSR]);
        board_put_register(" r0 ", frame[FRAME_R0]);
        board_put_register(" r1 ", frame[FRAME_R1]);
        board_put_register(" r2 ", frame[FRAME_R2]);
        board_put_register(" r3 ", frame[FRAME_R3]);
    }
    board_puts("\n");
    board_leave(BOARD_STATUS_FAULT);
}
