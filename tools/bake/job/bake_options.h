/* SPDX-License-Identifier: MIT */
/* How to bake: what the caller chooses. */
#ifndef PELT_TOOLS_BAKE_JOB_BAKE_OPTIONS_H
#define PELT_TOOLS_BAKE_JOB_BAKE_OPTIONS_H

#include "bake/job/cost.h"

/* Of bake_order.window: a half has to hold at least two corners of a triangle, as its third may begin
 * the next one. */
#define WINDOW_LEAST 4
#define WINDOW_MOST 65534

/* How vertices are stored: ordered, their work shared, and packed. But for the last they come out
 * the same, whatever this is. */
typedef struct bake_order {
    const bake_cost *cost; /* NULL: bake_cost_default */
    bool plain;            /* one run per number of influences, nothing shared */
    bool pack;             /* fixed point: see FORMAT_RUN_PACKED; nothing in f32 */
    uint32_t max_palette;  /* joints of a part, which are listed; 0: any number, and no lists */
    uint32_t window;       /* skinned vertices that a program keeps, see vertex/window.h; 0: all */
} bake_order;

#define BAKE_MASKS_MAX 32

typedef struct bake_options {
    pelt_encoding encoding;
    double error; /* of the whole pipeline, part of the model's size; 0: the encoding's default */
    bake_order order;
    bool big_endian;
    bool forces_unit; /* q16, q12: the unit is 2^unit_shift glTF units, or baking fails */
    int unit_shift;
    bool bind;                         /* with the bind pose */
    bool no_boxes;                     /* for vertices in any pose, see src/blob/format.h, BOXS */
    bool strip;                        /* leave out the map back to glTF, see source_map.h */
    const char *masks[BAKE_MASKS_MAX]; /* [mask_count], see masks.h */
    uint32_t mask_count;
    const char *file; /* named in warnings */
} bake_options;

#endif
