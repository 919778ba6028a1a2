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
/*
 * Rotations are unit quaternions: Q30 (unit within 2^-16), or float (within 1e-6). Angles are Q32 of
 * a turn, which wraps, or turns in float. Directions have any length but 0 and any format. Results
 * are unit within 2^-23 in q16, 1e-6 in f32; outputs may be inputs.
 */
#define PELT_HALF_TURN_Q16 0x7FFFFFFF /* less 2^-32 turns: no limit */
#define PELT_HALF_TURN_F32 0.5f

/* second, then first: the turn first * second. Within 2^-24, or 4e-7. */
pelt_status pelt_rotation_multiply_q16(int32_t rotation[4], const int32_t first[4],
                                       const int32_t second[4]);
pelt_status pelt_rotation_multiply_f32(float rotation[4], const float first[4],
                                       const float second[4]);

/* The turn back, exactly. */
pelt_status pelt_rotation_invert_q16(int32_t inverse[4], const int32_t rotation[4]);
pelt_status pelt_rotation_invert_f32(float inverse[4], const float rotation[4]);

/* By an angle about an axis, counter-clockwise as seen from its tip; axis 0: none. q16 within 2^-24;
 * f32 within 4e-7 for angles within one turn. */
pelt_status pelt_rotation_about_q16(int32_t rotation[4], const int32_t axis[3], int32_t angle);
pelt_status pelt_rotation_about_f32(float rotation[4], const float axis[3], float angle);

/* The shortest turn that brings one direction to another, within 2^-21, or 1e-6. Opposite ones: half
 * a turn about the cross product of the first with that of x, y and z which is least aligned with
 * it. A direction 0: none. */
pelt_status pelt_rotation_between_q16(int32_t rotation[4], const int32_t from[3],
                                      const int32_t to[3]);
pelt_status pelt_rotation_between_f32(float rotation[4], const float from[3], const float to[3]);

/* A vector turned, in its own format; |vector| < 2^31. Within one step and 2^-23 of its length; in
 * float 1e-6 of it. */
pelt_status pelt_rotation_apply_q16(int32_t turned[3], const int32_t rotation[4],
                                    const int32_t vector[3]);
pelt_status pelt_rotation_apply_f32(float turned[3], const float rotation[4],
                                    const float vector[3]);

/* rotation = swing * twist: twist about the axis, swing about one across it. Where the axis is
 * turned over, twist is none. Either may be NULL; axis 0: twist is none. */
pelt_status pelt_rotation_split_q16(int32_t swing[4], int32_t twist[4], const int32_t rotation[4],
                                    const int32_t axis[3]);
pelt_status pelt_rotation_split_f32(float swing[4], float twist[4], const float rotation[4],
                                    const float axis[3]);

/* About the same axis, by no more than an angle, [0, half a turn], else PELT_E_ARGUMENT. As given, to
 * the bit, where it is within it. */
pelt_status pelt_rotation_limit_q16(int32_t limited[4], const int32_t rotation[4], int32_t angle);
pelt_status pelt_rotation_limit_f32(float limited[4], const float rotation[4], float angle);

/// Overrides, aim, limbs ////////////////////////////////////////////////////////////////////////
/* Of one joint of a pose, between sampling and model matrices. PELT_E_RANGE: no such joint. */
#define PELT_ROTATE_ADD 1u   /* turns it further; else the rotation replaces its own */
#define PELT_ROTATE_MODEL 2u /* in the model's axes, else in its parent's */

/* Axes as rotations alone make them: scales above the joint are left out. No matrices are needed,
 * and those that were built stay: pelt_joints_rebuild_* makes them true. */
pelt_status pelt_pose_rotate_q16(pelt_pose_q16 *pose, uint32_t joint, const int32_t rotation[4],
                                 uint32_t flags);
pelt_status pelt_pose_rotate_f32(pelt_pose_f32 *pose, uint32_t joint, const float rotation[4],
                                 uint32_t flags);

/*
 * Turns a joint so that an axis of its own points at a place: the shortest way, in its parent's
 * axes, whatever scales are above. With a count its ancestors take part, the uppermost first: each
 * makes an equal part of what is left of the turn, and no more than the limit.
 */
typedef struct pelt_aim_q16 {
    uint32_t joint;
    uint32_t count;  /* of joints that turn: it and those above it, as far as there are; 0 is 1 */
    int32_t axis[3]; /* in the joint's glTF space, any length; 0: nothing turns */
    int32_t limit;   /* of each joint's turn, [0, PELT_HALF_TURN_Q16], the last being none */
} pelt_aim_q16;

typedef struct pelt_aim_f32 {
    uint32_t joint, count;
    float axis[3], limit; /* turns, [0, 0.5] */
} pelt_aim_f32;

/* joints: built from the pose; what hangs on a joint that turned is built anew, so that they stay
 * true. target: in the model's space, Q16.16 of its units (float: glTF units); one at the joint's own
 * place turns nothing. */
pelt_status pelt_pose_aim_q16(pelt_pose_q16 *pose, pelt_joints_q16 *joints,
                              const pelt_aim_q16 *aim, const int32_t target[3]);
pelt_status pelt_pose_aim_f32(pelt_pose_f32 *pose, pelt_joints_f32 *joints,
                              const pelt_aim_f32 *aim, const float target[3]);

#define PELT_LIMB_POLE 1u /* of a limb: bends towards its pole */

/*
 * Two bones, as an arm or a leg: the joint's parent and grandparent turn so that its origin reaches
 * a place, and it keeps its local rotation. The joint between bends in the plane of grandparent,
 * target and pole, to the pole's side. Without a pole, or where it is in line with the target, the
 * plane is the one nearest to that in which the limb is bent; for a straight limb, that in which the
 * rest pose bends; where that is straight too, it bends towards +Z, then +Y. Too far: straight
 * towards the target. Too near for bones of different length: folded, as near as it comes.
 * softness  part of the limb's length, Q16.16, [0, 65536]: how far before full stretch it begins to
 *           fall behind the target, so that it is never quite straight and the joint between does
 *           not snap; 0 reaches exactly. The length reached has no kink.
 */
typedef struct pelt_limb_q16 {
    uint32_t joint, flags; /* 0 or PELT_LIMB_POLE */
    int32_t pole[3];       /* a place, as target */
    int32_t softness;
} pelt_limb_q16;

typedef struct pelt_limb_f32 {
    uint32_t joint, flags;
    float pole[3], softness; /* [0, 1] */
} pelt_limb_f32;

/* As pelt_pose_aim_*. Bones are what translations make of them; right to rounding where scales above
 * are the same along all axes. A target at the grandparent is reached where both bones are as long,
 * folded the way the limb points. PELT_E_RANGE where two joints above the joint are missing. */
pelt_status pelt_pose_reach_q16(pelt_pose_q16 *pose, pelt_joints_q16 *joints,
                                const pelt_limb_q16 *limb, const int32_t target[3]);
pelt_status pelt_pose_reach_f32(pelt_pose_f32 *pose, pelt_joints_f32 *joints,
                                const pelt_limb_f32 *limb, const float target[3]);

/// Bounds ///////////////////////////////////////////////////////////////////////////////////////

#ifdef __cplusplus
}
#endif

#endif
