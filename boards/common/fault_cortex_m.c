/* SPDX-License-Identifier: MIT */
/* Cortex-M: says what went wrong and ends the run. */
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

static void put(const char *name, uint32_t value)
{
    board_puts(name);
    board_put_hex8(value);
}

/* Frame is NULL when the stack ran out. Returns only to go on after an unheard semihosting call. */
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
    put("FAULT ipsr ", ipsr);
#if __ARM_ARCH >= 7
    put(" cfsr ", CFSR);
    put(" hfsr ", HFSR);
    put(" bfar ", BFAR);
#endif
    if (frame == NULL) {
        board_puts(" stack overflow");
    } else {
        put(" pc ", frame[FRAME_PC]);
        put(" lr ", frame[FRAME_LR]);
        put(" psr ", frame[FRAME_PSR]);
        put(" r0 ", frame[FRAME_R0]);
        put(" r1 ", frame[FRAME_R1]);
        put(" r2 ", frame[FRAME_R2]);
        put(" r3 ", frame[FRAME_R3]);
    }
    board_puts("\n");
    board_leave(BOARD_STATUS_FAULT);
}
