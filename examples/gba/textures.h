/* SPDX-License-Identifier: MIT */
/* Turns a blob's textures into those of the rasteriser (draw.h). */
#pragma once

#include "pelt.h"

#include "draw.h"
#include "ramps.h"

#define TEXTURES_SIDE 128u
#define TEXTURES_BYTES (TEXTURES_SIDE * TEXTURES_SIDE) /* of each */

/* Bytes of texels, 0 if there is no texture. */
uint32_t textures_bytes(const pelt_model *model);

/* Lists their colours to choose ramps from, in the texels' memory. */
void textures_colours(ramps_set *out, const pelt_model *model, const draw_textures *to);

/* Writes all texels, each of the nearest ramp. */
void textures_fill(const draw_textures *to, const pelt_model *model, const ramps *r);

/* The place of a vertex in a texture. */
uint32_t textures_place(const pelt_texture_info *info, const pelt_mesh_info *mesh, uint32_t vertex);

/* What a triangle of a texture has for its ramp. */
uint32_t textures_word(const pelt_texture_info *info, uint32_t texture);
