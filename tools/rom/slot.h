/* SPDX-License-Identifier: MIT */
/* A player as the tool reads it, and a character put into it: examples/player/slot.h. */
#ifndef PELT_TOOLS_ROM_SLOT_H
#define PELT_TOOLS_ROM_SLOT_H

#include "blob/writer.h"
#include "common/diag.h"
#define SLOT_OF_TOOL
#include "examples/player/slot.h"

typedef struct rom_player {
    const uint8_t *image;
    size_t image_bytes;
    size_t at;        /* where in it the slot is */
    bool big_endian;
    player_slot slot; /* words in this machine's byte order, texts with a NUL */
} rom_player;

/* False, DIAG_INVALID: there is no slot or it contradicts the image. */
bool rom_player_read(rom_player *out, const uint8_t *image, size_t bytes, diag *d);

/* Bytes that a blob may have. */
uint32_t rom_player_room(const rom_player *player);

/* Appends the image with title and blob in it; at most rom_player_room() bytes. `name`: a path, of
 * which the title is the name without suffix. */
void rom_player_fill(byte_buffer *out, const rom_player *player, const char *name,
                     const uint8_t *blob, size_t bytes);

#endif
