/* SPDX-License-Identifier: MIT */
/* Writes the deltas of morph targets as they are stored. */
#pragma once

#include "bake/model.h"
#include "blob/writer.h"

/* The scale of a mesh's positions: value = step * stored (q16); the step of a delta is 2^shift
 * times finer. */
typedef struct delta_scale {
    double step;
    int shift;
} delta_scale;

/* step: of the mesh's grid. */
delta_scale delta_scale_of(const encoding_traits *p, const bake_morph *morph, double step);

/* Appends the deltas of one vertex in order of targets, without those that round to nothing, and
 * returns their number. Normals and tangents are scaled like those of the vertex, which are stored
 * with unit length. */
uint32_t deltas_of_vertex(byte_buffer *out, const encoding_traits *p, const bake_morph *morph,
                          const delta_scale *scale, const scene_primitive *source, uint32_t vertex);
