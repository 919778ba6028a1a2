/* SPDX-License-Identifier: MIT */
/* Semihosting calls through a mailbox in RAM, see mailbox.h. */
#include "mailbox.h"

#include <stdbool.h>

#include "semihosting.h"

/* Loops that take about a second on the slowest of these machines; a board.mk may set another
 * number. */
#ifndef MAILBOX_PATIENCE
#define MAILBOX_PATIENCE 1000000u
#endif

typedef enum audience { UNKNOWN, NOBODY, HOST } audience;

static volatile mailbox box;
static audience who;

static bool listening(void)
{
    if (who == UNKNOWN) {
        box.self = (uint32_t)(uintptr_t)&box;
        /* The magic is written last, because the image's copy of initialised variables must not
         * look like a mailbox. */
        for (uint32_t i = MAILBOX_MAGIC_WORDS; i-- != 0u;)
            box.magic[i] = MAILBOX_MAGIC(i);
        for (uint32_t i = 0; i < MAILBOX_PATIENCE && box.host != MAILBOX_LISTENING; i++) {
        }
        who = box.host == MAILBOX_LISTENING ? HOST : NOBODY;
    }
    return who == HOST;
}

static void write0(const char *text)
{
    uint32_t written = box.text_written;
    while (*text != '\0') {
        while (written - box.text_taken == MAILBOX_TEXT_BYTES) { /* until the host takes text */
        }
        box.text[written++ % MAILBOX_TEXT_BYTES] = (uint8_t)*text++;
        box.text_written = written;
    }
}

int board_semihost(int operation, const void *block)
{
    if (!listening())
        return -1;
    if (operation == SYS_WRITE0) {
        write0(block);
        return 0;
    }
    box.block = (uint32_t)(uintptr_t)block;
    __asm__ volatile("" : : : "memory"); /* the host reads the block and writes where it points */
    box.operation = (uint32_t)operation;
    while (box.operation != 0u) {
    }
    __asm__ volatile("" : : : "memory");
    return (int)box.result;
}
