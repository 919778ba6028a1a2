/* SPDX-License-Identifier: MIT */
/* Cuts a piece out of a primitive: some of its elements, with their own vertices. Splitting a skin
 * and --max-palette use it. */
#pragma once

#include "scene/elements.h"
#include "bake/shape/meshes.h"

typedef struct cutting {
    const bake_primitive *from;
    uint32_t *place; /* [vertices of `from`] their index in the piece, or BAKE_NONE */
    uint32_t vertex_count, index_count;
    uint32_t *origin;  /* [vertex_count] their index in `from` */
    uint32_t *indices; /* a list of elements with as many corners as those of `from` */
} cutting;

/* cutting_end releases the memory. Several pieces may be cut at the same time. */
void cutting_begin(cutting *cut, const bake_primitive *from);

void cutting_add(cutting *cut, const bake_element *e);

/* The piece as it is so far, as a primitive. */
bake_primitive cutting_primitive(const bake_job *job, const cutting *cut);
void cutting_end(cutting *cut);

/* The slot of a joint (see bake_influences) in arrays that have the mesh's node last. */
static inline uint32_t cutting_slot(uint32_t joint, uint32_t node_slot)
{
    return joint == BAKE_NONE ? node_slot : joint;
}

/* Numbers the joints that move a vertex and have no number yet, from `count` on; returns the new
 * count. number: [joints of the skin + 1], BAKE_NONE: no number yet. */
uint32_t cutting_number(uint32_t *number, uint32_t count, const bake_primitive *primitive,
                        uint32_t node_slot);

/* Like diag_grow, in the job's memory: makes room for one more behind `count` items. */
void *cutting_grow(const bake_job *job, void *items, uint32_t count, uint32_t *capacity,
                   size_t size);
