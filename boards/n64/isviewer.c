/* SPDX-License-Identifier: MIT */
/*
 * Semihosting on the Nintendo 64, through the registers of a debugging cartridge that emulators and
 * some flash cartridges have, the IS-Viewer 64. Text is text. Any other call is a line that starts
 * with CALL: operation, addresses of block and result in hexadecimal, which
 * tests/emulators/run_mupen.c carries out before the next instruction. Elsewhere nobody does, and
 * calls fail.
 */
#include "semihosting.h"

#include <stdint.h>

#define SYS_WRITE0 0x04
#define CALL '\001'

#define VIEWER_LENGTH (*(volatile uint32_t *)0xb3ff0014u) /* writing it shows so many bytes */
#define VIEWER_TEXT ((volatile uint32_t *)0xb3ff0020u)
#define PIECE_BYTES 64u

#define PI_STATUS (*(volatile uint32_t *)0xa4600010u)
#define PI_BUSY 3u

/* The cartridge's bus takes words, one after the other. */
static void store(volatile uint32_t *to, uint32_t word)
{
    while ((PI_STATUS & PI_BUSY) != 0u) {
    }
    *to = word;
}

static void show(const char *text)
{
    while (*text != '\0') {
        uint32_t bytes = 0;

        while (bytes < PIECE_BYTES && *text != '\0') {
            uint32_t word = 0;
            uint32_t i;

            for (i = 0; i < 4u; i++) {
                word <<= 8;
                if (*text != '\0') {
                    word |= (uint8_t)*text++;
                    bytes++;
                }
            }
            store(VIEWER_TEXT + (bytes - 1u) / 4u, word);
        }
        store(&VIEWER_LENGTH, bytes);
    }
}

static void put_hex8(char *to, uint32_t value)
{
    unsigned i;

    for (i = 0; i < 8u; i++) {
        to[i] = "0123456789abcdef"[value >> (28u - 4u * i) & 15u];
    }
}

int board_semihost(int operation, const void *block)
{
    volatile int result = -1;
    char line[27] = {CALL};

    if (operation == SYS_WRITE0) {
        show(block);
        return 0;
    }
    put_hex8(line + 1, (uint32_t)operation);
    put_hex8(line + 9, (uint32_t)(uintptr_t)block);
    put_hex8(line + 17, (uint32_t)(uintptr_t)&result);
    line[25] = '\n';
    __asm__ volatile("" : : : "memory"); /* the block is read, and what it points to written */
    show(line);
    __asm__ volatile("" : : : "memory");
    return result;
}
