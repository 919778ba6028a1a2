/* SPDX-License-Identifier: MIT */
/* Which clip a showcase begins with. */
#pragma once

#include "pelt.h"

/* The first clip with "idle" in its name, in any letters; else the longest of those that end in the pose
 * they begin with, or of all if none does; 0 if there are no clips. begin, end: poses of the model to
 * compare in, or NULL: the longest of all. */
uint32_t clips_first(const pelt_model *model, pelt_pose_q16 *begin, pelt_pose_q16 *end);
