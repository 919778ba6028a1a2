/* SPDX-License-Identifier: MIT */
/* Reads a showcase and puts a character into it. examples/showcase/slot.h describes the slot. */
#pragma once

#include "blob/writer.h"
#include "common/diag.h"
#define SLOT_OF_TOOL
#include "examples/showcase/slot.h"

typedef struct rom_showcase {
    const uint8_t *image;
    size_t image_bytes;
    size_t at; /* offset of the slot in the image */
    bool big_endian;
    rom_slot slot; /* words in this machine's byte order, texts with a NUL */
} rom_showcase;

/* Returns false, with DIAG_INVALID, if there is no slot or it contradicts the image. */
bool rom_showcase_read(rom_showcase *out, const uint8_t *image, size_t bytes, diag *d);

/* The bytes that a blob may have. */
uint32_t rom_showcase_room(const rom_showcase *showcase);

/* Writes the image, with title and blob in it, to an empty buffer. The blob has at most
 * rom_showcase_room() bytes. `name` is a path; the title is its file name without suffix. */
void rom_showcase_fill(byte_buffer *out, const rom_showcase *showcase, const char *name,
                       const uint8_t *blob, size_t bytes);
