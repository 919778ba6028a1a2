/* SPDX-License-Identifier: MIT */
/* Makes the textures that a blob stores: the parts of images that primitives use, in power-of-two
 * sides, averaged in linear light over the texels that triangles cover, with a palette.
 *
 * Materials with the same image, base colour, wrap modes and cutoff share a texture. An axis that no
 * coordinate leaves keeps only its used part, and is clamped. */
#pragma once

#include "bake/job/job.h"

typedef struct bake_texture {
    const scene_material *material; /* the first that uses it */
    uint32_t bits[2];               /* sides are 2^this: across, down */
    pelt_texels texels;
    uint32_t wrap[2];        /* pelt_wrap */
    double whole[2];         /* the image's sides in units of the texture */
    uint32_t clear;          /* the texel that is not drawn, or BAKE_NONE */
    uint16_t colours[256];   /* RGB 5-6-5, of palettes */
    const uint16_t *indices; /* [height][width] of the palette; RGB 5-6-5 without one */
} bake_texture;

/* What a primitive takes of them. */
typedef struct bake_mapping {
    uint32_t texture;       /* BAKE_NONE: none, and uvs are those of the file */
    const double (*uvs)[2]; /* [vertex_count] in units of the texture, or NULL */
} bake_mapping;

typedef struct bake_textures {
    uint32_t count;
    const bake_texture *textures;
    const bake_mapping *const *of; /* [mesh][primitive]; NULL: not drawn */
} bake_textures;

/* None unless options->texture_side is a number of texels. */
bake_textures textures_make(const bake_job *job);

/* Bytes of rows and palette. */
size_t texture_bytes(const bake_texture *texture);
