/* SPDX-License-Identifier: MIT */
#ifndef HERO_MIX_H
#define HERO_MIX_H

#include "pelt.h"

#define MIX_ONE 256u

/*
 * Moves every joint of `pose` towards `other`, a pose of the same model: part 0 leaves it, MIX_ONE
 * gives `other`. Between them rotations take the shorter way and have unit length.
 */
void mix_poses(pelt_pose_q16 *pose, const pelt_pose_q16 *other, uint32_t part);

#endif
