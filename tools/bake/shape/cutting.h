/* SPDX-License-Identifier: MIT */
/* A piece of a primitive: some of its elements, with vertices of their own. */
#ifndef PELT_TOOLS_BAKE_SHAPE_CUTTING_H
#define PELT_TOOLS_BAKE_SHAPE_CUTTING_H

#include "bake/shape/elements.h"
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

void cutting_add(cutting *cut, const bake_element *e);

/* What there is so far, as a primitive. */
bake_primitive cutting_primitive(const bake_job *job, const cutting *cut);
void cutting_end(cutting *cut);

/* Where a joint as in bake_influences stands in arrays that have the mesh's node last. */
static inline uint32_t cutting_slot(uint32_t joint, uint32_t node_slot)
{
    return joint == BAKE_NONE ? node_slot : joint;
}

/* Numbers joints that move a vertex and have no number yet, from `count` on; the new count.
 * number: [joints of the skin + 1], BAKE_NONE: none. */
uint32_t cutting_number(uint32_t *number, uint32_t count, const bake_primitive *primitive,
                        uint32_t node_slot);

/* Room for one more behind `count` items in the job's memory, as diag_grow. */
void *cutting_grow(const bake_job *job, void *items, uint32_t count, uint32_t *capacity,
                   size_t size);

#endif
