/* SPDX-License-Identifier: MIT */
/*
 * Between the clip and the palette: what time it is in a clip, what happens there, which pose several
 * clips make together, and what is changed of it before model matrices are built.
 *
 *   player -> [events, root motion] -> poses -> layers -> overrides, aim, limbs -> joints -> bounds
 *
 * Everything is written over the stages of pelt.h, whose conventions hold, in object files of its
 * own. _q16 calls give the same bits on every core; _f32 ones are the same in float. Nothing is kept
 * but what the caller holds.
 */
#ifndef PELT_MOTION_H
#define PELT_MOTION_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Player: time in a clip ///////////////////////////////////////////////////////////////////////

/// Events ///////////////////////////////////////////////////////////////////////////////////////

/// Root motion //////////////////////////////////////////////////////////////////////////////////

/// Masks ////////////////////////////////////////////////////////////////////////////////////////
/*
 * How much of a layer each part of a model takes: uint8_t mask[model->joint_count +
 * model->mesh_count], 255 is all of it and 0 nothing; joints first, then one for the morph weights
 * of each mesh. Yours to fill by hand; NULL instead of a mask is all of everything.
 */
size_t pelt_mask_bytes(const pelt_model *model); /* 0 for NULL */

/* A joint, all below it, and the meshes whose joint is among them (pelt_mesh_info). The rest of the
 * mask stays: begin with zeros. PELT_E_RANGE: no such joint; PELT_E_ARGUMENT: weight above 255. */
pelt_status pelt_mask_set(uint8_t *mask, const pelt_model *model, uint32_t joint, uint32_t weight);

/* One that `bake --mask` left in the blob, by its name; NULL where there is none. */
const uint8_t *pelt_mask_find(const pelt_model *model, const char *name);

/// Layers ///////////////////////////////////////////////////////////////////////////////////////
/*
 * All change `pose`, morph weights too, and take poses of its model, which may be `pose` itself.
 * mask: see above, or NULL. Weights of calls in fixed point are Q16.16, and of a mask's m the call's
 * weight times m / 255 is taken. Weight 0 leaves the pose to the bit; a weight that is out of range,
 * or not a number: PELT_E_ARGUMENT. docs/MOTION.md has the errors.
 *
 * blend: towards another pose. Translations, scales and morph weights in a straight line; rotations
 * the shorter way, in a line and then normalised (unit within 2^-23; float 1e-6), which is off the
 * even pace by 0.1 degrees where the poses are 45 degrees apart, by 0.9 at 90.
 * weight  0 to 1; at 1 it becomes `other`, to the bit
 */
pelt_status pelt_pose_blend_q16(pelt_pose_q16 *pose, const pelt_pose_q16 *other, int32_t weight,
                                const uint8_t *mask);
pelt_status pelt_pose_blend_f32(pelt_pose_f32 *pose, const pelt_pose_f32 *other, float weight,
                                const uint8_t *mask);

/*
 * Several poses at once, in place of what `pose` was: weighted sums, divided by the sum of all
 * weights; of each rotation the one of q and -q that is nearer to the first pose's, normalised.
 * poses, weights  [count]; weights >= 0, their sum > 0 (float: 1e-30 to 1e30), else
 *                 PELT_E_ARGUMENT
 */
pelt_status pelt_pose_blend_many_q16(pelt_pose_q16 *pose, const pelt_pose_q16 *const *poses,
                                     const int32_t *weights, uint32_t count);
pelt_status pelt_pose_blend_many_f32(pelt_pose_f32 *pose, const pelt_pose_f32 *const *poses,
                                     const float *weights, uint32_t count);

/*
 * Adds what `layer` has more than `reference`, the rest pose or a moment of the layer's clip:
 *   rotation       pose * (1 + weight (d - 1)), normalised; d = conj(reference) * layer, w >= 0
 *   translation    pose + weight (layer - reference); morph weights alike
 *   scale          pose * (1 + weight (layer / reference - 1)); stays where the reference is 0
 * In fixed point what leaves the format of a pose is saturated, and morph weights at +-64.
 * weight  -1 to 2
 */
pelt_status pelt_pose_add_q16(pelt_pose_q16 *pose, const pelt_pose_q16 *layer,
                              const pelt_pose_q16 *reference, int32_t weight, const uint8_t *mask);
pelt_status pelt_pose_add_f32(pelt_pose_f32 *pose, const pelt_pose_f32 *layer,
                              const pelt_pose_f32 *reference, float weight, const uint8_t *mask);

/// Rotations ////////////////////////////////////////////////////////////////////////////////////

/// Overrides, aim, limbs ////////////////////////////////////////////////////////////////////////

/// Bounds ///////////////////////////////////////////////////////////////////////////////////////

#ifdef __cplusplus
}
#endif

#endif
