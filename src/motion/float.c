/* SPDX-License-Identifier: MIT */
/* The public float functions for layers and rotations (pelt/motion.h). The .inc templates hold
 * the code; fixed.c is the twin. Aim, limbs, root motion, bounds and sockets have their own files.
 */
#include "pelt/motion.h"

#include "../arithmetic/layers_f32.h"
#include "../arithmetic/vector_f32.h"

#include "../kernel/kernel.h"

#ifdef PELT_BLEND_F32
#define BLEND_KERNEL pelt_kernel_blend_f32
#else
#define BLEND_KERNEL blend_locals
#endif

#include "../arithmetic/checks.inc"
#include "layers.inc"
#include "blend.inc"
#include "blend_many.inc"
#include "add.inc"
#include "directions.inc"
#include "between.inc"
#include "rotation.inc"

/* clang-format off */

pelt_status pelt_pose_add_f32(pose_t *pose, const pose_t *layer, const pose_t *reference,
                              num weight, const uint8_t *mask)
{ return pose_add(pose, layer, reference, weight, mask); }
pelt_status pelt_pose_blend_f32(pose_t *pose, const pose_t *other, num weight, const uint8_t *mask)
{ return pose_blend(pose, other, weight, mask); }
pelt_status pelt_pose_blend_many_f32(pose_t *pose, const pose_t *const *poses, const num *weights,
                                     uint32_t count)
{ return pose_blend_many(pose, poses, weights, count); }
void pelt_turn_multiply_f32(num out[4], const num a[4], const num b[4])
{ multiply(out, a, b); }
pelt_status pelt_rotation_multiply_f32(num rotation[4], const num first[4], const num second[4])
{ return rotation_multiply(rotation, first, second); }
pelt_status pelt_rotation_blend_f32(num rotation[4], const num from[4], const num to[4], num weight)
{ return rotation_blend(rotation, from, to, weight); }
pelt_status pelt_rotation_build_about_f32(num rotation[4], const num axis[3], turn_angle angle)
{ return rotation_about(rotation, axis, angle); }
pelt_status pelt_rotation_build_between_f32(num rotation[4], const num from[3], const num to[3])
{ return rotation_between(rotation, from, to); }
pelt_status pelt_rotation_apply_f32(num turned[3], const num rotation[4], const num vector[3])
{ return rotation_apply(turned, rotation, vector); }
pelt_status pelt_rotation_split_f32(num swing[4], num twist[4], const num rotation[4],
                                    const num axis[3])
{ return rotation_split(swing, twist, rotation, axis); }
pelt_status pelt_rotation_limit_f32(num limited[4], const num rotation[4], turn_angle angle)
{ return rotation_limit(limited, rotation, angle); }

/* The reference, where a port has a kernel. */
#ifdef PELT_BLEND_F32
void pelt_reference_blend_f32(local_t *locals, const local_t *others, uint32_t count, num weight,
                              const uint8_t *mask)
{ blend_locals(locals, others, count, weight, mask); }
#endif
