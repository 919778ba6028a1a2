/* SPDX-License-Identifier: MIT */
/* The options of a bake, which the command line sets. */
#pragma once

#include "bake/job/cost.h"

/* The least window: half of it has to hold two corners of a triangle, as the third may begin the
 * other half. */
#define WINDOW_LEAST 4
#define WINDOW_MOST 65534

/* How vertices are ordered, whether they share work, and whether they are packed. Only packing
 * changes the results. */
typedef struct bake_order {
    const bake_cost *cost; /* NULL: bake_cost_default */
    bool plain;            /* one run per number of influences, nothing shared */
    uint32_t clusters;     /* 1: of triangles, where they are smaller, see write/clusters.c */
    bool pack;             /* fixed point: see FORMAT_RUN_PACKED; nothing in f32 */
    /* most joints of a part, whose joints are listed; 0: any number, and no lists */
    uint32_t max_palette;
    uint32_t window; /* skinned vertices that a program keeps, see vertex/window.h; 0: all */
} bake_order;

#define BAKE_MASKS_MAX 32
#define BAKE_AUTO UINT32_MAX /* texture_side: what keeps colour_error, see contract/appearance.h */
#define BAKE_COLOUR_ERROR 0.12 /* the default one */

/* What is written of a bake, which is always of all. */
typedef enum bake_part {
    BAKE_WHOLE,
    BAKE_CLIPS,        /* --as-clips: joints, clips and what belongs to these */
    BAKE_WITHOUT_CLIPS /* --without-clips: all else, with the clips' boxes */
} bake_part;

typedef struct bake_options {
    pelt_encoding encoding;
    /* of the whole pipeline, as a fraction of the model's size; 0: the encoding's default */
    double error;
    bake_order order;
    bool big_endian;
    bool forces_unit; /* q16, q12: the unit is 2^unit_shift glTF units, or baking fails */
    int unit_shift;
    bool bind;     /* stores the bind pose, too */
    bool no_boxes; /* leaves out the boxes for any pose, see src/blob/format.h, BOXS */
    bake_part part;
    uint32_t page_bytes;               /* of a store's clips in pages; 0: they are in its blob */
    bool strip;                        /* leaves out the map back to glTF, see source_map.h */
    const char *masks[BAKE_MASKS_MAX]; /* [mask_count], see masks.h */
    uint32_t mask_count;
    uint32_t texture_side; /* the longest side of a texture, 8 to 256; 0: none are stored */
    uint32_t texels;       /* pelt_texels; 0: by the number of colours */
    /* Whether colours are measured where none are stored: 1: if the file has textures, 2: always */
    uint32_t measures_colour;
    double colour_error; /* in OKLab; 0: BAKE_COLOUR_ERROR, and it may be exceeded */
    const char *file;    /* the glTF file's name, for warnings */
} bake_options;
