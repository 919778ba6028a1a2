/* SPDX-License-Identifier: MIT */
/*
 * For hardware that skins: a model's palettes and vertices in the formats of GPUs and consoles.
 *
 *   once         attributes of the vertices (and lists of what each part needs) -> vertex buffer
 *   every frame  built palette -> matrices, as floats or in a console's fixed point -> constants
 *
 * What fits together, in one rule: **a position of the attributes, times a matrix of the palette,
 * is where pelt_mesh_skin_* has the vertex; of float matrices in glTF units, of others in the
 * model's units.** Positions of fixed-point models are on the model's 16-bit grid, a step is
 * 1/32767, and matrices hold what that is in lengths; those of float models are as in the glTF
 * file. Normals and tangents go through the 3x3 and are to be normalised there. Everything is of
 * the skin's own palette entries: vertices on mixes of entries, which the baker made, get the joints
 * and weights that these were made of. Morph targets are not in it: attributes are the base shape.
 *
 * Conventions: pelt.h. Every call is in an object file of its own.
 */
#ifndef PELT_GPU_H
#define PELT_GPU_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Palettes /////////////////////////////////////////////////////////////////////////////////////
/* How 3x4 matrices are written. */
typedef enum pelt_matrix_layout {
    PELT_ROWS_3X4 = 1,   /* 12 floats, three rows: three vec4 constants, result.x = dot(row, p) */
    PELT_COLUMNS_4X4 = 2 /* 16 floats, four columns, the last row 0 0 0 1: OpenGL's mat4 */
} pelt_matrix_layout;

/// Vertex attributes ////////////////////////////////////////////////////////////////////////////

/// Parts and their joints ///////////////////////////////////////////////////////////////////////

/// Corners //////////////////////////////////////////////////////////////////////////////////////

#ifdef __cplusplus
}
#endif

#endif
