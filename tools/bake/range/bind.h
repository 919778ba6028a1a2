/* SPDX-License-Identifier: MIT */
/* The bind pose: model matrices that are the inverses of the inverse binds. */
#ifndef PELT_TOOLS_BAKE_RANGE_BIND_H
#define PELT_TOOLS_BAKE_RANGE_BIND_H

#include "bake/skeleton/skins.h"

/*
 * The bind pose out[joint_count], 2^shrink times smaller than the inverse binds say; 0
 * unless fixed point cannot hold it. Returns the largest shear that a local transform could not
 * take.
 */
double bind_pose(trs *out, const bake_joints *joints, const bake_skins *skins, int shrink);

#endif
