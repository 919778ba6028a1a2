/* SPDX-License-Identifier: MIT */
/* Messages of the Game Boy Advance go to mGBA's debug registers: text with level "info", which any
 * mGBA shows, and calls with level "debug", for tests/emulators/run_mgba.c. Elsewhere they are
 * lost. */
#include "message.h"

#include <stdint.h>

#define DEBUG_TEXT ((volatile char *)0x04fff600u)
#define DEBUG_FLAGS (*(volatile uint16_t *)0x04fff700u)
#define DEBUG_ENABLE (*(volatile uint16_t *)0x04fff780u)

#define TEXT_BYTES 255u
#define ENABLE 0xc0deu
#define ENABLED 0x1deau
#define SEND_INFO 0x103u
#define SEND_DEBUG 0x104u

static void send(const char *text, uint16_t level)
{
    DEBUG_ENABLE = ENABLE;
    while (DEBUG_ENABLE == ENABLED && *text != '\0') {
        unsigned i;
        for (i = 0; i < TEXT_BYTES && *text != '\0'; i++)
            DEBUG_TEXT[i] = *text++;
        DEBUG_TEXT[i] = '\0';
        DEBUG_FLAGS = level;
    }
}

void message_text(const char *text)
{
    send(text, SEND_INFO);
}

void message_call(const char *digits)
{
    send(digits, SEND_DEBUG);
}
