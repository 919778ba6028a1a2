/* SPDX-License-Identifier: MIT */
/* The public fixed-point functions for overrides, aims, limbs (pelt/motion.h) and gazes (pelt/face.h). */
#include "pelt/face.h"
#include "pelt/motion.h"

#include "../arithmetic/vector_q16.h"
#include "../base/inline.h"
#include "faces.h"

typedef pelt_aim_q16 aim_t;
typedef pelt_limb_q16 limb_t;
typedef pelt_miss_q16 miss_t;
typedef format_gaze_q16 gaze_t;

#define GAZE_TURNS(angle) ((angle) >> 2)  /* 2^32 a turn to Q30 */
#define GAZE_HALF(angle) fx_shl(angle, 1) /* and back, of half of it */
#define GAZE_WEIGHT(a) ((a) >> 14)        /* Q30 to Q16 */
#define JOINTS_REBUILD pelt_joints_rebuild_q16
#define ROTATION_BLEND pelt_rotation_blend_q16
#define ROTATION_BETWEEN pelt_rotation_build_between_q16
#define ROTATION_LIMIT pelt_rotation_limit_q16
#define ROTATION_MULTIPLY pelt_rotation_multiply_q16
#define TURN_MULTIPLY pelt_turn_multiply_q16

#include "../arithmetic/checks.inc"
#include "directions.inc"
#include "edits.inc"
#include "near.inc"

/* The bits by which a translation in Q16.16 is shifted up to the format of the joint's in a pose. A joint's
 * axes are 2^scale_shift times as long as in its model matrix, so in glTF units its children's translations
 * are shifted by that, too. */
static int32_t move_up(const pelt_model *model, uint32_t joint, bool gltf_units)
{
    const uint32_t parent = parent_of(model, joint);
    const int32_t up = (int32_t)model->length_bits - 16;
    if (!gltf_units)
        return up;
    return up - model->unit_shift +
           (parent == PELT_NO_JOINT ? 0 : stored_joints(model)[parent].scale_shift);
}

/* *moved = own + by * 2^up. Returns false unless it is within 2^30, as translations of poses are. */
static bool move_from(num *moved, num own, num by, int32_t up)
{
    const int64_t limit = (int64_t)1 << 30;
    if (!num_shift_to(moved, by, -up))
        return false;
    const int64_t sum = (int64_t)*moved + own;
    *moved = (num)sum;
    return sum < limit && sum > -limit;
}

#include "override.inc"
#include "aim.inc"
#include "reach.inc"
#include "gaze.inc"

/* clang-format off */

pelt_status pelt_pose_rotate_q16(pose_t *pose, uint32_t joint, const num rotation[4],
                                 uint32_t flags)
{ return pose_rotate(pose, joint, rotation, flags); }
pelt_status pelt_pose_move_q16(pose_t *pose, uint32_t joint, const num translation[3],
                               uint32_t flags)
{ return pose_move(pose, joint, translation, flags); }
pelt_status pelt_pose_aim_q16(pose_t *pose, joints_t *joints, miss_t *miss, const aim_t *aim,
                              const num target[3], num weight)
{ return pose_aim(pose, joints, miss, aim, target, weight); }
pelt_status pelt_pose_reach_q16(pose_t *pose, joints_t *joints, miss_t *miss, const limb_t *limb,
                                const num target[3], num weight)
{ return pose_reach(pose, joints, miss, limb, target, weight); }
pelt_status pelt_gaze_aim_q16(pose_t *pose, joints_t *joints, num *weights, uint32_t count,
                              const num target[3])
{ return gaze_aim(pose, joints, weights, count, target); }
