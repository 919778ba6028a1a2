/* SPDX-License-Identifier: MIT */
/*
 * Semihosting calls on the Game Boy Advance, through mGBA's debug registers: text as messages of
 * level "info", which any mGBA shows; other calls as messages of level "debug": operation,
 * addresses of block and result in hexadecimal, which tests/emulators/run_mgba.c carries out before
 * the next instruction. Elsewhere nobody listens, and calls fail.
 */
#include "semihosting.h"

#include <stdbool.h>
#include <stdint.h>

#define DEBUG_TEXT ((volatile char *)0x04fff600u)
#define DEBUG_FLAGS (*(volatile uint16_t *)0x04fff700u)
#define DEBUG_ENABLE (*(volatile uint16_t *)0x04fff780u)

#define TEXT_BYTES 255u
#define ENABLE 0xc0deu
#define ENABLED 0x1deau
#define SEND_INFO 0x103u
#define SEND_DEBUG 0x104u

#define SYS_WRITE0 0x04

static bool listening(void)
{
    DEBUG_ENABLE = ENABLE;
    return DEBUG_ENABLE == ENABLED;
}

static void write0(const char *text)
{
    while (*text != '\0') {
        unsigned i;

        for (i = 0; i < TEXT_BYTES && *text != '\0'; i++) {
            DEBUG_TEXT[i] = *text++;
        }
        DEBUG_TEXT[i] = '\0';
        DEBUG_FLAGS = SEND_INFO;
    }
}

static void put_hex8(volatile char *to, uint32_t value)
{
    unsigned i;

    for (i = 0; i < 8u; i++) {
        to[i] = "0123456789abcdef"[value >> (28u - 4u * i) & 15u];
    }
}

int board_semihost(int operation, const void *block)
{
    volatile int result = -1;

    if (!listening()) {
        return -1;
    }
    if (operation == SYS_WRITE0) {
        write0(block);
        return 0;
    }
    put_hex8(DEBUG_TEXT, (uint32_t)operation);
    put_hex8(DEBUG_TEXT + 8, (uint32_t)(uintptr_t)block);
    put_hex8(DEBUG_TEXT + 16, (uint32_t)(uintptr_t)&result);
    DEBUG_TEXT[24] = '\0';
    __asm__ volatile("" : : : "memory"); /* the block is read, and what it points to written */
    DEBUG_FLAGS = SEND_DEBUG;
    __asm__ volatile("" : : : "memory");
    return result;
}
