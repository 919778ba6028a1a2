/* SPDX-License-Identifier: MIT */
/* Deltas of morph targets as they are stored. */
#ifndef PELT_TOOLS_BAKE_VERTEX_DELTAS_H
#define PELT_TOOLS_BAKE_VERTEX_DELTAS_H

#include "bake/skeleton/morphs.h"
#include "blob/writer.h"

/* How a mesh stores positions: value = step * stored (q16), a delta's step 2^shift times finer. */
typedef struct delta_scale {
    double step;
    int shift;
} delta_scale;

/* step: of the mesh's grid. */
delta_scale delta_scale_of(const encoding_traits *p, const bake_morph *morph, double step);

/*
 * Appends the deltas of one vertex, in order of targets, those left out that round to nothing.
 * Returns their number. Normals and tangents are scaled like those of the vertex, which are stored
 * with unit length.
 */
uint32_t deltas_of_vertex(byte_buffer *out, const encoding_traits *p, const bake_morph *morph,
                          const delta_scale *scale, const scene_primitive *source, uint32_t vertex);

#endif
