/* SPDX-License-Identifier: MIT */
/* A piece of a primitive: some of its elements, with vertices of their own. */
#ifndef PELT_TOOLS_BAKE_SHAPE_CUTTING_H
#define PELT_TOOLS_BAKE_SHAPE_CUTTING_H

#include "bake/shape/meshes.h"

typedef struct cutting {
    const bake_primitive *from;
    uint32_t *place; /* [vertices of it] in the piece, or BAKE_NONE */
    uint32_t vertex_count, index_count;
    uint32_t *origin;  /* [vertex_count] of `from` */
    uint32_t *indices; /* lists of the same corners as `from` */
} cutting;

/* cutting_end gives back what this takes; several pieces may be cut at a time. */
void cutting_begin(cutting *cut, const bake_primitive *from);

/* An element's vertices, or one that no element has (`loose`). */
void cutting_add(cutting *cut, const uint32_t *vertices, uint32_t count, bool loose);

/* What there is so far, as a primitive. */
bake_primitive cutting_primitive(const bake_job *job, const cutting *cut);
void cutting_end(cutting *cut);

#endif
