/* SPDX-License-Identifier: MIT */
/* The grid that the keys of a clip lie on, where they do: frames of a rate, from its start on. */
#ifndef PELT_TOOLS_BAKE_CURVE_FRAMES_H
#define PELT_TOOLS_BAKE_CURVE_FRAMES_H

#include "bake/curve/curve.h"

typedef struct clip_frames {
    int32_t start;
    uint32_t rate; /* as format_clip has it; 0: there is no grid */
} clip_frames;

/* The grid that most candidates of all curves lie on, and the coarsest of those. */
clip_frames clip_frames_choose(const bake_curve *curves, uint32_t count, int32_t start,
                               int32_t end);

/* Whether the kept keys of a curve lie on the grid, close enough for their interpolation; then
 * their frames. */
bool clip_frames_of(uint32_t *frames, const clip_frames *grid, const bake_curve *curve);

#endif
