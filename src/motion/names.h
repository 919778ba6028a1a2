/* SPDX-License-Identifier: MIT */
/* Public types of the arithmetic at hand. Before: PELT_NAME(x), which adds its suffix. */
#ifndef PELT_MOTION_NAMES_H
#define PELT_MOTION_NAMES_H

#define PELT_LOCAL PELT_NAME(pelt_local)
#define PELT_POSE PELT_NAME(pelt_pose)
#define PELT_JOINTS PELT_NAME(pelt_joints)
#define PELT_AIM PELT_NAME(pelt_aim)
#define PELT_LIMB PELT_NAME(pelt_limb)

#endif
