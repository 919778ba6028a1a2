/* SPDX-License-Identifier: MIT */
/* Moments of clips, in seconds and in ticks. */
#ifndef PELT_TOOLS_SCENE_MOMENTS_H
#define PELT_TOOLS_SCENE_MOMENTS_H

#include "pelt.h"
#include "scene/scene.h"

/* glTF seconds to ticks, to nearest, saturated. */
pelt_time scene_ticks(double seconds);

#define SCENE_MOST_LOOKED_AT ((uint64_t)1 << 26)

/* What looking at one moment takes, in vertices; each counts 1 + its targets. */
uint64_t scene_moment_cost(const scene *s);

/*
 * Moments at which to look at a clip, in glTF seconds, ascending; free() them. Each is a whole
 * number of ticks, and none is at a jump, where rounding the time decides on the side.
 *
 * samples  moments spread over the clip; 0: every key time, three moments behind each, and others;
 *          where all clips would take more than SCENE_MOST_LOOKED_AT, of every n-th key
 */
double *scene_moments(uint32_t *count, const scene *s, uint32_t clip, uint32_t samples);

#endif
