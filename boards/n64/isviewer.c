/* SPDX-License-Identifier: MIT */
/* The Nintendo 64's messages go to the registers of the IS-Viewer 64, a debugging cartridge that
 * emulators and some flash cartridges have. A semihosting call (boards/common/message.h) is the
 * character CALL, its digits and a newline; tests/emulators/run_mupen.c carries it out. */
#include "message.h"

#include <stdint.h>

#define CALL "\001"

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

void message_call(const char *digits)
{
    message_text(CALL);
    message_text(digits);
    message_text("\n");
}
