/* SPDX-License-Identifier: MIT */
/* In-between joints: entries of a palette that turn by a part of a joint's own turn against its
 * parent, about the joint's origin in the bind pose. */
#pragma once

#include "scene/scene.h"

/* The rotation from the parent's palette matrix to the joint's, the near way: w >= 0. It is none if
 * one of them is zero. */
void between_turn(double q[4], const mat34 *parent, const mat34 *joint);

/* The palette matrix of an in-between. */
mat34 between_matrix(const scene_between *between, const mat34 *parent, const mat34 *joint,
                     const double turn[4]);

/* Number of matrices of a skin's palette. */
static inline uint32_t skin_size(const scene_skin *skin)
{
    return skin->joint_count + skin->between_count;
}

/* The joint, of the skin, that moves a vertex of this index. */
static inline uint32_t skin_joint(const scene_skin *skin, uint32_t index)
{
    return index < skin->joint_count ? index : skin->betweens[index - skin->joint_count].joint;
}

/* palette[skin_size] for these global matrices of nodes. */
void skin_palette(mat34 *palette, const scene_skin *skin, const mat34 *globals);
