/* SPDX-License-Identifier: MIT */
/* Turns a blob's textures into those of the rasteriser (draw.h). */
#pragma once

#include "pelt.h"

#include "draw.h"
#include "ramps.h"

#define TEXTURES_SIDE 128u
#define TEXTURES_BYTES (TEXTURES_SIDE * TEXTURES_SIDE) /* of each */

/* Bytes of the texels of all textures, 0 if there are none. */
uint32_t textures_bytes(const pelt_model *model);

/* Lists the textures' colours, to choose ramps from, in the memory of the texels. */
void textures_colours(ramps_set *out, const pelt_model *model, const draw_textures *to);

/* Writes all texels, each as its nearest ramp. */
void textures_fill(const draw_textures *to, const pelt_model *model, const ramps *r);

/* A vertex's place in a texture, 1/2048 of a side: u, and v in the upper half. */
uint32_t textures_place(const pelt_texture_info *info, const pelt_mesh_info *mesh, uint32_t vertex);

/* What triangles with a texture have in the upper half of c_ramp. */
uint32_t textures_word(const pelt_texture_info *info, uint32_t texture);
