/* SPDX-License-Identifier: MIT */
/* The slot by which `pelt rom` puts a character into a showcase.
 *
 * A showcase is an image for a board, linked without a character. The tool looks for its rom_slot,
 * puts the character behind the last byte of the image (at `model`) and notes where it ends. The
 * character consists of its title, SLOT_TITLE_BYTES with at least one NUL, and the blob. The same
 * image linked with MODEL=FILE (build/BOARD/showcase.elf) has the same bytes.
 *
 * A showcase has SLOT_IMAGE(24, 0, 0, 4096), the memory that it takes, in a source file that does not
 * read it, so that no compiler knows its contents; other files call slot_blob() and slot_title().
 * boards/README.md describes the variables of its board.mk. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pelt.h"

#define SLOT_MAGIC "PELT model slot." /* without the NUL */
#define SLOT_ORDER 0x01020304u
#define SLOT_TITLE_BYTES 32u

/* An address of the machine; for the tool, which reads records of other machines, a number. */
#ifdef SLOT_OF_TOOL
typedef uint32_t slot_address;
#else
typedef const void *slot_address;
#endif

typedef struct rom_slot {
    char magic[16];
    uint32_t order;     /* SLOT_ORDER as the machine stores it, which shows its byte order */
    uint32_t format;    /* PELT_FORMAT_VERSION of its library, that of the blobs that it opens */
    slot_address file;  /* address of the first byte of the file */
    slot_address model; /* address of the character: 8-byte aligned, behind all of the image */
    slot_address model_end;    /* written by the tool; equal to `model` if there is none */
    slot_address room_end;     /* address behind the last byte that a character may have */
    slot_address ram, ram_end; /* RAM that is free for the character's work */
    /* The part of that RAM that the showcase takes in addition to the library's arena: for all
     * meshes together, for each vertex, triangle and joint, and a fixed part. */
    uint32_t vertex_bytes, triangle_bytes, joint_bytes, fixed_bytes;
    uint32_t most_vertices, most_triangles, most_joints; /* 0: any number */
    uint32_t plays;                                      /* SLOT_PLAYS_... */
    uint32_t texture_bytes;                              /* of that RAM for each texture */
    char board[16];                                      /* its folder in boards/ */
    char bake[128]; /* options of `pelt bake` for it, with single spaces between */
} rom_slot;

#define SLOT_PLAYS_Q16 1u
#define SLOT_PLAYS_F32 2u
#define SLOT_PLAYS_Q12 4u

#ifndef SLOT_OF_TOOL

#include "image.h"

/* Set by the linker script. */
extern const uint32_t image_file[], image_model[], image_model_end[], image_room_end[];

extern const rom_slot rom_slot_image;

/* What the slots of all boards have alike. */
#define SLOT_COMMON                                                                                \
    .magic = SLOT_MAGIC, .order = SLOT_ORDER, .format = PELT_FORMAT_VERSION, .file = image_file,   \
    .model = image_model, .model_end = image_model_end, .room_end = image_room_end,                \
    .plays = SLOT_PLAYS_Q16 | SLOT_PLAYS_Q12, .board = BOARD_NAME, .bake = SHOWCASE_BAKE
/* For characters of any size, in the RAM of board_free_ram(). */
#define SLOT_IMAGE(vertex, triangle, joint, fixed)                                                 \
    const rom_slot rom_slot_image = {SLOT_COMMON,                                                  \
                                     .ram = image_used_end,                                        \
                                     .ram_end = image_ram_end,                                     \
                                     .vertex_bytes = (vertex),                                     \
                                     .triangle_bytes = (triangle),                                 \
                                     .joint_bytes = (joint),                                       \
                                     .fixed_bytes = (fixed)}

/* The blob, 8-byte aligned; NULL if there is no character. */
static inline const void *slot_blob(size_t *bytes)
{
    const char *start = (const char *)rom_slot_image.model;
    const char *end = (const char *)rom_slot_image.model_end;
    *bytes = end == start ? 0 : (size_t)(end - start) - SLOT_TITLE_BYTES;
    return end == start ? NULL : start + SLOT_TITLE_BYTES;
}

/* The character's title: printable ASCII, at most 31 characters. */
static inline const char *slot_title(void)
{
    return rom_slot_image.model_end == rom_slot_image.model ? ""
                                                            : (const char *)rom_slot_image.model;
}

#endif
