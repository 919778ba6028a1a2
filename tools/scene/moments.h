/* SPDX-License-Identifier: MIT */
/* Chooses moments of clips, and converts seconds to ticks. */
#pragma once

#include "pelt.h"
#include "scene/scene.h"

/* Converts glTF seconds to the nearest tick, saturated. */
pelt_time scene_ticks(double seconds);

/* Sorts ticks, or times, and keeps each once; returns how many there are. */
uint32_t scene_sort_ticks(pelt_time *ticks, uint32_t count);
uint32_t scene_sort_times(double *times, uint32_t count);

#define SCENE_MOST_LOOKED_AT ((uint64_t)1 << 26)

/* The cost of measuring one moment, in vertices: each vertex counts 1 + its targets, each node 4, and the
 * moment itself 32. SCENE_MOST_LOOKED_AT limits the sum over the key times of all clips. */
uint64_t scene_moment_cost(const scene *s);

/* The moments at which a clip is measured, in glTF seconds, ascending; free() them. Each is a whole
 * number of ticks, and none is at a jump, where the rounding of time would decide between two
 * poses.
 *
 * samples  how many moments to spread over the clip; 0: every key time, three moments between it and the
 *          next, and 64 spread over the clip. If all clips would then cost more than SCENE_MOST_LOOKED_AT,
 *          only every n-th key */
double *scene_moments(uint32_t *count, const scene *s, uint32_t clip, uint32_t samples);
