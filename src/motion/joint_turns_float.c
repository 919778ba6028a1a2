/* SPDX-License-Identifier: MIT */
/* The public float functions for overrides, aims, limbs (pelt/motion.h) and gazes (pelt/face.h). */
#include "pelt/face.h"
#include "pelt/motion.h"

#include "../arithmetic/vector_f32.h"
#include "../base/inline.h"
#include "faces.h"

typedef pelt_aim_f32 aim_t;
typedef pelt_limb_f32 limb_t;
typedef pelt_miss_f32 miss_t;
typedef format_gaze_f32 gaze_t;

#define GAZE_TURNS(angle) (angle)
#define GAZE_HALF(angle) (0.5f * (angle))
#define GAZE_WEIGHT(a) (a)
#define JOINTS_REBUILD pelt_joints_rebuild_f32
#define ROTATION_BLEND pelt_rotation_blend_f32
#define ROTATION_BETWEEN pelt_rotation_build_between_f32
#define ROTATION_LIMIT pelt_rotation_limit_f32
#define ROTATION_MULTIPLY pelt_rotation_multiply_f32
#define TURN_MULTIPLY pelt_turn_multiply_f32

#include "../arithmetic/checks.inc"
#include "directions.inc"
#include "edits.inc"
#include "near.inc"

#define move_up(model, joint, gltf_units) 0 /* float models have one unit */

static bool move_from(num *moved, num own, num by, int32_t up)
{
    (void)up;
    *moved = by + own;
    return num_is_finite(*moved);
}

#include "override.inc"
#include "aim.inc"
#include "reach.inc"
#include "gaze.inc"

/* clang-format off */

pelt_status pelt_pose_rotate_f32(pose_t *pose, uint32_t joint, const num rotation[4],
                                 uint32_t flags)
{ return pose_rotate(pose, joint, rotation, flags); }
pelt_status pelt_pose_move_f32(pose_t *pose, uint32_t joint, const num translation[3],
                               uint32_t flags)
{ return pose_move(pose, joint, translation, flags); }
pelt_status pelt_pose_aim_f32(pose_t *pose, joints_t *joints, miss_t *miss, const aim_t *aim,
                              const num target[3], num weight)
{ return pose_aim(pose, joints, miss, aim, target, weight); }
pelt_status pelt_pose_reach_f32(pose_t *pose, joints_t *joints, miss_t *miss, const limb_t *limb,
                                const num target[3], num weight)
{ return pose_reach(pose, joints, miss, limb, target, weight); }
pelt_status pelt_gaze_aim_f32(pose_t *pose, joints_t *joints, num *weights, uint32_t count,
                              const num target[3])
{ return gaze_aim(pose, joints, weights, count, target); }
