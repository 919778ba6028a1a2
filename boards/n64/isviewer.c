/* SPDX-License-Identifier: MIT */
/* The Nintendo 64's messages go to the registers of the IS-Viewer 64, a debugging cartridge that
 * emulators and some flash cartridges have. A semihosting call (boards/common/message.h) is the
 * character CALL, its digits and a newline; tests/emulators/run_mupen.c carries it out. */
#include "message.h"

#include <stdint.h>

#include "screen.h"
#include "text.h"

#define CALL '\001'

#define VIEWER_LENGTH                                                                              \
    (*(volatile uint32_t *)0xb3ff0014u) /* writing n shows n bytes of VIEWER_TEXT */
#define VIEWER_TEXT ((volatile uint32_t *)0xb3ff0020u)
#define PIECE_BYTES 64u

#define PI_STATUS (*(volatile uint32_t *)0xa4600010u)
#define PI_BUSY 3u

/* The cartridge's bus takes one word after the other. */
static void store(volatile uint32_t *to, uint32_t word)
{
    while ((PI_STATUS & PI_BUSY) != 0u) {
    }
    *to = word;
}

void message_text(const char *text)
{
    while (*text != '\0') {
        uint32_t bytes = 0;
        while (bytes < PIECE_BYTES && *text != '\0') {
            uint32_t word = 0;
            for (uint32_t i = 0; i < 4u; i++) {
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

/* The data cache is written back and emptied before a call, as the host reads and writes memory itself. */
#define DATA_CACHE_BYTES 8192u
#define PATIENCE 140625000u /* three seconds: a host beside the machine needs a while */

/* A word behind the digits is the address of one that the host sets when it is done. Once the cache is
 * empty, nothing may be read that lies beside what the host writes. */
void message_call(const char *digits)
{
    static uint32_t done __attribute__((section(".framebuffer"), aligned(64)));
    static char text[1 + 24 + 8 + 2];
    volatile uint32_t *const there = (volatile uint32_t *)((uintptr_t)&done + N64_UNCACHED);
    text[0] = CALL;
    for (int i = 0; i < 24; i++)
        text[1 + i] = digits[i];
    text_hex8(text + 25, (uint32_t)(uintptr_t)&done);
    text[33] = '\n';
    *there = 0;
    for (uintptr_t at = 0; at < DATA_CACHE_BYTES; at += N64_CACHE_LINE)
        __asm__ volatile("cache 0x01, 0(%0)" : : "r"(0x80000000u + at) : "memory");
    message_text(text);
    VIEWER_TEXT[0] = (uint32_t)CALL << 24;
    if (VIEWER_TEXT[0] != (uint32_t)CALL << 24) /* there is no viewer */
        return;
    for (const uint32_t from = n64_count(); *there == 0u && n64_count() - from < PATIENCE;) {
    }
}
