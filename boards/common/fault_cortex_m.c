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
    board_print("FAULT ipsr %08x", ipsr);
#if __ARM_ARCH >= 7
    board_print(" cfsr %08x hfsr %08x bfar %08x", CFSR, HFSR, BFAR);
#endif
    if (frame == NULL)
        board_puts(" stack overflow\n");
    else
        board_print(" pc %08x lr %08x psr %08x r0 %08x r1 %08x r2 %08x r3 %08x\n", frame[FRAME_PC],
                    frame[FRAME_LR], frame[FRAME_PSR], frame[FRAME_R0], frame[FRAME_R1],
                    frame[FRAME_R2], frame[FRAME_R3]);
    board_leave(BOARD_STATUS_FAULT);
}
