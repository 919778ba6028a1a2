/* SPDX-License-Identifier: MIT */
/* Moments of clips, in seconds and in ticks. */
#ifndef PELT_TOOLS_SCENE_MOMENTS_H
#define PELT_TOOLS_SCENE_MOMENTS_H

#include "pelt.h"
#include "scene/scene.h"

/* glTF seconds to ticks, to nearest, saturated. */
pelt_time scene_ticks(double seconds);

/*
 * Moments at which to look at a clip, in glTF seconds, ascending; free() them. Each is a whole
 * number of ticks, and none is at a jump, where rounding the time decides on the side.
 *
 * samples  moments spread over the clip; 0: key times, moments between them, and others
 */
double *scene_moments(uint32_t *count, const scene *s, uint32_t clip, uint32_t samples);

#endif
