/* SPDX-License-Identifier: MIT */
/* Deltas of morph targets as they are stored. */
#ifndef PELT_TOOLS_BAKE_DELTAS_H
#define PELT_TOOLS_BAKE_DELTAS_H

#include "bake/internal.h"

/* How a mesh stores positions: value = step * stored (q16), a delta's step 2^shift times finer. */
typedef struct delta_scale {
    double step;
    int shift;
} delta_scale;

delta_scale delta_scale_of(const baker *b, const bake_mesh *mesh);

/*
 * Appends the deltas of one vertex, in order of targets, those left out that round to nothing.
 * Returns their number. Normals and tangents are scaled like those of the vertex, which are stored
 * with unit length.
 */
uint32_t deltas_of_vertex(byte_buffer *out, const baker *b, const bake_mesh *mesh,
                          const delta_scale *scale, const scene_primitive *source, uint32_t vertex);

/*
 * Writes the record of one mesh and what it points to. ordinals: [touched_count + 1], of the first
 * delta of each touched vertex.
 */
void deltas_write(byte_buffer *morphs, byte_buffer *out, const baker *b, const bake_mesh *mesh,
                  const delta_scale *scale, const uint32_t *ordinals, uint32_t touched_count,
                  const byte_buffer *deltas);

#endif
