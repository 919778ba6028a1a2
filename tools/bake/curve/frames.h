/* SPDX-License-Identifier: MIT */
/* The frame grid of a clip, on which its keys are stored where they lie on it: frames of a rate,
 * from the clip's start on. */
#pragma once

#include "bake/curve/curve.h"

typedef struct clip_frames {
    int32_t start;
    uint32_t rate; /* as in format_clip; 0: there is no grid */
} clip_frames;

/* Chooses the grid on which most candidates of all curves lie, and among equals the coarsest. */
clip_frames clip_frames_choose(const bake_curve *curves, uint32_t count, int32_t start,
                               int32_t end);

/* Returns whether the kept keys of a curve lie on the grid, closely enough for their interpolation,
 * and if so writes their frames. */
bool clip_frames_of(uint32_t *frames, const clip_frames *grid, const bake_curve *curve);
