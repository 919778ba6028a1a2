/* SPDX-License-Identifier: MIT */
/* Powers of two that bring a model into the formats of q16 or q12, and the pose that the inverse
 * binds undo.
 *
 * With u = unit_shift and e = scale_shift of a joint, p of its parent (0 at a root), the stored
 * model matrix is 3x3 = G3 2^-e, translation = g 2^-u; hence
 *   local translation t 2^(p - u), local scale s 2^(p - e), inverse bind 2^(e - u) (B3 | b)
 * whose product with the model matrix is 2^-u (G B): in units of the model. */
#pragma once

#include "bake/skeleton/skins.h"

typedef struct bake_units {
    int unit_shift;      /* a unit of the model is 2^this glTF units; f32: 0 */
    int pose_shift;      /* the same for lengths in poses, joints and entries */
    int lost;            /* bits by which the unit is coarser than is best for the vertices */
    const char *lost_to; /* the number that needs the coarser unit, and its node */
    uint32_t lost_node;
    const int *scale_shift; /* [joint_count], see pelt.h; f32: 0 */
    const trs *bind;        /* [joint_count]; the rest pose unless the bind pose is wanted */
    const bake_grid *grids; /* [entries of all skins] as stored */
} bake_units;

/* The scale_shift of a joint; 0 for BAKE_NONE. */
int units_frame(const bake_units *units, uint32_t joint);

/* The exponents by which a joint's local translation and scale are stored: value * 2^exponent. 0 in
 * f32. */
int units_translation_exponent(const bake_units *units, const bake_joints *joints, uint32_t joint);
int units_scale_exponent(const bake_units *units, const bake_joints *joints, uint32_t joint);

/* The folded inverse bind of an entry, before it becomes format_entry_*. */
mat34 units_fold(const bake_units *units, const bake_entry *entry, const bake_grid *grid);

/* Computes the bind pose out[joint_count], 2^shrink times smaller than the inverse binds say;
 * shrink is 0 unless fixed point cannot hold that. Returns the largest shear, which a local
 * transform cannot represent. */
double bind_pose(trs *out, const bake_joints *joints, const bake_skins *skins, int shrink);
