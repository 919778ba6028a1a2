/* SPDX-License-Identifier: MIT */
/* The moments at which a clip is measured. */
#pragma once

#include "bake/skeleton/joints.h"

/* All key times of channels that move something in the blob, and points between them, in glTF
 * seconds; free() them. */
double *key_moments(uint32_t *count, const scene *s, const bake_meshes *meshes,
                    const bake_joints *joints, uint32_t clip);
