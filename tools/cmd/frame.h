/* SPDX-License-Identifier: MIT */
/* Counts the work of a whole picture: plays a baked character as the showcase does, before its camera, and
 * counts what the renderer has to do. frame_cost.inc has what each of these costs. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The renderers: examples/showcase in strips, examples/gba, examples/microbit, and hardware:
 * examples/psx, examples/nds. */
typedef enum frame_way { FRAME_STRIPS, FRAME_GBA, FRAME_RING, FRAME_GPU, FRAME_ENGINE } frame_way;

typedef struct frame_panel {
    frame_way way;
    uint16_t width, height;
} frame_panel;

enum {
    WORK_PICTURE,   /* 1 */
    WORK_PIXELS,    /* of the screen */
    WORK_VERTICES,  /* as often as they are skinned */
    WORK_FAR,       /* of these, those in slow memory */
    WORK_MORPHED,   /* vertices, once and for each target */
    WORK_POSE,      /* poses: 1, or as often as a ring skins its vertices */
    WORK_SPRINGS,   /* steps of joints that swing */
    WORK_TRIANGLES, /* whether they are to be seen or not */
    WORK_PIECES,    /* triangles to be seen, for each strip that they are in */
    WORK_LINES,     /* of these */
    WORK_DRAWN,     /* pixels of these, hidden ones too */
    WORK_LONG,      /* lines of triangles that are large or have no normals, without a texture */
    WORK_TEXTURED,  /* lines of triangles with a texture */
    WORK_TEXELS,    /* pixels of these */
    WORK_SHADOW,    /* lines of the shadow */
    WORK_COUNT
};

extern const char *const frame_names[WORK_COUNT];

/* Counts the mean of a round of pictures.
 * ram   bytes that the renderer has for the character and its picture
 * blob  exact or lean, in native byte order, 8-byte aligned */
void frame_count(double of[WORK_COUNT], const frame_panel *panel, uint64_t ram, const void *blob,
                 size_t bytes);
