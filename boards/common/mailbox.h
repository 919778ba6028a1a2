/* SPDX-License-Identifier: MIT */
/*
 * Semihosting through the machine's own RAM, for emulators that let a program on the host do no
 * more than look at their state between two frames, and change it: tests/emulators/run_libretro.c.
 *
 * The image makes the box at its first call and waits a moment, until the host has left its sign;
 * where nobody comes, as on a real machine, every call fails from then on. Words are in the
 * machine's byte order. Text goes through a ring, so that writing it does not wait for the host.
 */
#ifndef PELT_BOARD_MAILBOX_H
#define PELT_BOARD_MAILBOX_H

#include <stdint.h>

#define MAILBOX_MAGIC_WORDS 4u
#define MAILBOX_MAGIC(i) (0x50454C54u + (i)*0x01020305u)
#define MAILBOX_LISTENING 0x484F5354u

#define MAILBOX_TEXT_BYTES 4096u /* a power of two */

typedef struct mailbox {
    uint32_t magic[MAILBOX_MAGIC_WORDS]; /* MAILBOX_MAGIC, written last when the box is made */
    uint32_t self;                       /* the box's own address */
    uint32_t host;                       /* MAILBOX_LISTENING, from the host */
    uint32_t operation;                  /* written last by the image, 0 from the host when done */
    uint32_t block;
    uint32_t result;
    uint32_t text_written; /* bytes of text so far, by the image; by the host. Modulo 2^32 */
    uint32_t text_taken;
    uint8_t text[MAILBOX_TEXT_BYTES];
} mailbox;

#endif
