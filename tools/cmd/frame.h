/* SPDX-License-Identifier: MIT */
/* The work of a whole picture: plays a baked character as the showcase does, seen by its camera, and
 * counts what the renderer has to do. What each costs: frame_cost.inc. */
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
    WORK_FAR,       /* of these, in memory that is not the fast one */
    WORK_MORPHED,   /* vertices, once and for each target */
    WORK_POSE,      /* a pose and its vertices, once or as often as the vertices are skinned */
    WORK_SPRINGS,   /* steps of joints that swing */
    WORK_TRIANGLES, /* whether they are to be seen or not */
    WORK_PIECES,    /* triangles to be seen, for each strip that they are in */
    WORK_LINES,     /* of these */
    WORK_DRAWN,     /* pixels of these, hidden ones too */
    WORK_LONG,      /* lines of triangles that are large or have no normals */
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
