/* SPDX-License-Identifier: MIT */
/*
 * What vertices of a primitive look like: base colour factor x COLOR_0 x the texture round each.
 *
 * The texture is averaged, in linear light, over those points of the triangles at a vertex that are
 * nearer to it than to their other corners, in barycentric coordinates, by area of the surface.
 * Points lie inside the triangles and take the nearest texel: what is one colour comes out as that
 * colour, and nothing from beyond the edges of its triangles comes in. At seams of a texture on a
 * smooth surface both sides are meant, unless one is of one colour.
 */
#ifndef PELT_TOOLS_BAKE_SHAPE_COLOURS_H
#define PELT_TOOLS_BAKE_SHAPE_COLOURS_H

#include "bake/job/job.h"

/* Linear R, G, B, A, 0 to 1, [vertex_count]; of one primitive. */
typedef const double (*bake_colour)[4];

typedef struct bake_colours {
    const bake_colour *const *of; /* [mesh][primitive], NULL: all white, or not drawn */
} bake_colours;

bake_colours colours_make(const bake_job *job);

/* The same without COLOR_0 and texture: the material's own. */
void colours_of_material(double out[4], const scene_material *material);

#endif
