/* SPDX-License-Identifier: MIT */
/*
 * Powers of two that bring a model into the formats of q16 or q12, and the pose that the inverse
 * binds undo.
 *
 * With u = unit_shift and e = scale_shift of a joint, p of its parent (0 at a root), the stored
 * model matrix is 3x3 = G3 2^-e, translation = g 2^-u; hence
 *   local translation t 2^(p - u), local scale s 2^(p - e), inverse bind 2^(e - u) (B3 | b)
 * whose product with the model matrix is 2^-u (G B): in units of the model.
 */
#ifndef PELT_TOOLS_BAKE_RANGE_UNITS_H
#define PELT_TOOLS_BAKE_RANGE_UNITS_H

#include "bake/skeleton/skins.h"

typedef struct bake_units {
    int unit_shift;      /* a unit of the model is 2^this glTF units; f32: 0 */
    int pose_shift;      /* likewise of lengths in poses, joints and entries */
    int lost;            /* bits, to a unit coarser than the vertices want */
    const char *lost_to; /* for what, at which node, if so */
    uint32_t lost_node;
    const int *scale_shift; /* [joint_count], see pelt.h; f32: 0 */
    const trs *bind;        /* [joint_count]; the rest pose where it is not asked for */
    const bake_grid *grids; /* [entries of all skins] as stored */
} bake_units;

/* Of a joint, 0 of BAKE_NONE. */
int units_frame(const bake_units *units, uint32_t joint);

/* Powers of two by which blob numbers are smaller than glTF ones: a joint's local translation and
 * scale are stored as value * 2^exponent. 0 in f32. */
int units_translation_exponent(const bake_units *units, const bake_joints *joints, uint32_t joint);
int units_scale_exponent(const bake_units *units, const bake_joints *joints, uint32_t joint);

/* The folded inverse bind of an entry, before it becomes format_entry_*. */
mat34 units_fold(const bake_units *units, const bake_entry *entry, const bake_grid *grid);

/*
 * The bind pose out[joint_count], 2^shrink times smaller than the inverse binds say; 0
 * unless fixed point cannot hold it. Returns the largest shear that a local transform could not
 * take.
 */
double bind_pose(trs *out, const bake_joints *joints, const bake_skins *skins, int shrink);

#endif
