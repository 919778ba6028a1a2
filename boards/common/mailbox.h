/* SPDX-License-Identifier: MIT */
/* Semihosting through the machine's RAM, for emulators of which a host program can reach nothing else:
 * tests/emulators/run_libretro.c does so between two frames, run_m68k.c while the image runs.
 *
 * The image creates the mailbox at its first call and waits a moment for the host's sign. If none
 * comes, as on a real machine, every call fails from then on. Words are in the machine's byte
 * order. Text goes through a ring buffer, so that writing it does not wait for the host. */
#pragma once

#include <stdint.h>

#define MAILBOX_MAGIC_WORDS 4u
#define MAILBOX_MAGIC(i) (0x50454C54u + (i)*0x01020305u)
#define MAILBOX_LISTENING 0x484F5354u

#define MAILBOX_TEXT_BYTES 4096u /* a power of two */

typedef struct mailbox {
    /* MAILBOX_MAGIC, written last when the mailbox is created */
    uint32_t magic[MAILBOX_MAGIC_WORDS];
    uint32_t self;      /* the mailbox's own address */
    uint32_t host;      /* MAILBOX_LISTENING, from the host */
    uint32_t operation; /* written last by the image, 0 from the host when done */
    uint32_t block;
    uint32_t result;
    /* bytes of text so far that the image has written and the host has taken, modulo 2^32 */
    uint32_t text_written;
    uint32_t text_taken;
    uint8_t text[MAILBOX_TEXT_BYTES];
} mailbox;
