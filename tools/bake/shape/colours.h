/* SPDX-License-Identifier: MIT */
/* Computes the colours of a primitive's vertices: base colour factor x COLOR_0 x the texture around
 * each.
 *
 * The texture is averaged, in linear light and by area of the surface, over the points of a
 * vertex's triangles that are nearer to it than to their other corners, in barycentric coordinates.
 * Points lie inside the triangles and take the nearest texel, so an area of one colour keeps
 * exactly that colour, and nothing from beyond the triangles' edges is included. At a texture seam
 * on a smooth surface both sides are averaged, unless one side has a single colour. */
#pragma once

#include "bake/shape/textures.h"

/* Linear R, G, B, A, 0 to 1, [vertex_count], for one primitive. */
typedef const double (*bake_colour)[4];

typedef struct bake_colours {
    const bake_colour *const *of; /* [mesh][primitive], NULL: all white, or not drawn */
} bake_colours;

/* Those of primitives with a stored texture are COLOR_0 alone, as the texture has the rest. */
bake_colours colours_make(const bake_job *job, const bake_textures *textures);

/* The material's own colour, without COLOR_0 and texture. */
void colours_of_material(double out[4], const scene_material *material);
