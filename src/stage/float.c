/* SPDX-License-Identifier: MIT */
/* All stages in float: the arithmetic, then each stage once. */
#include "../arithmetic/f32.h"
#include "../base/arena.h"
#include "../base/memory.h"
#include "../blob/stored.h"
#include "../kernel/family.h"

typedef skin_kernel_f32 skin_kernel_t;
typedef positions_kernel_f32 positions_kernel_t;
typedef pelt_kernels_f32 kernels_t;

#define TRACK_KERNEL pelt_reference_track_f32
#ifdef PELT_TRACKS_F32
#define TRACKS_KERNEL pelt_kernel_tracks_f32
#else
#define TRACKS_KERNEL sample_tracks
#endif
#define JOINT_KERNEL pelt_reference_joint_f32
#define ENTRY_KERNEL build_entry

#ifdef FAMILY_POSITIONS_F32
#define NUM_POSITIONS(kernels) ((kernels)->positions)
#else
#define NUM_POSITIONS(kernels) ((void)(kernels), (positions_kernel_t *)NULL)
#endif
#define num_normalise pelt_kernel_normalise_f32
#define NUM_TANGENTS(encoding) pelt_kernel_tangents_f32
#define NUM_SHADES(encoding) pelt_reference_shades_f32
/* Raw normals of unit length have it already. */
#define num_rescale(normals, stride_bytes, count, raw_bits) (void)(raw_bits)

#include "pose.inc"
#include "sample.inc"
#include "joints.inc"
#include "palette.inc"
#include "morph_weights.inc"
#include "morph.inc"
#include "run.inc"
#include "skin.inc"

pelt_status pelt_joint_matrix_get_f32(pelt_matrix_f32 *matrix, const pelt_joints_f32 *joints,
                                      uint32_t joint, uint32_t flags)
{
    const pelt_status status = check_joints(joints);
    PELT_EXPECT((flags & ~PELT_GLTF_UNITS) == 0u);
    if (matrix == NULL || (flags & ~PELT_GLTF_UNITS) != 0u || status != PELT_OK)
        return status != PELT_OK ? status : PELT_E_ARGUMENT;
    if (joint >= joints->model->joint_count)
        return PELT_E_RANGE;
    *matrix = joints->matrices[joint];
    return PELT_OK;
}

/* clang-format off */

pelt_status pelt_pose_alloc_f32(pose_t *pose, const pelt_model *model, pelt_arena *arena)
{ return pose_alloc(pose, model, arena); }
pelt_status pelt_pose_set_f32(pose_t *pose, uint32_t which)
{ return pose_set(pose, which); }
pelt_status pelt_pose_sample_f32(pose_t *pose, uint32_t clip, pelt_time time)
{ return pose_sample(pose, clip, time); }
pelt_status pelt_joints_alloc_f32(joints_t *joints, const pelt_model *model, pelt_arena *arena)
{ return joints_alloc(joints, model, arena); }
pelt_status pelt_joints_build_f32(joints_t *joints, const pose_t *pose)
{ return joints_build(joints, pose); }
pelt_status pelt_joints_rebuild_f32(joints_t *joints, const pose_t *pose, uint32_t joint)
{ return joints_rebuild(joints, pose, joint); }
pelt_status pelt_palette_alloc_f32(palette_t *palette, const pelt_model *model, uint32_t skin,
                                   pelt_arena *arena)
{ return palette_alloc(palette, model, skin, arena); }
pelt_status pelt_palette_build_f32(palette_t *palette, const joints_t *joints)
{ return palette_build(palette, joints); }
void pelt_pose_weights_f32(num *weights, const pelt_model *model, const stored_tracks *from,
                           const clip_moment *moment)
{ pose_weights(weights, model, from, moment); }
pelt_status pelt_morph_build_f32(pelt_morph *morph, const num *weights, uint32_t weight_count,
                                 uint32_t flags, uint32_t first, uint32_t count)
{ return morph_build(morph, weights, weight_count, flags, first, count); }
pelt_status pelt_mesh_skin_f32(const output_t *out, uint32_t mesh, const palette_t *palette,
                               const pelt_morph *morph, uint32_t first, uint32_t count)
{ return mesh_skin(out, mesh, palette, morph, first, count); }
pelt_status pelt_mesh_skin_tangents_f32(num *tangents, uint32_t stride_bytes, uint32_t mesh,
                                        const palette_t *palette, const pelt_morph *morph,
                                        uint32_t first, uint32_t count)
{ return mesh_skin_tangents(tangents, stride_bytes, mesh, palette, morph, first, count); }
pelt_status pelt_palette_light_f32(light_t *lights, const palette_t *palette, const num direction[3])
{ return palette_light(lights, palette, direction); }
pelt_status pelt_mesh_shade_f32(num *shades, uint32_t stride_bytes, uint32_t mesh,
                                const palette_t *palette, const light_t *lights,
                                const pelt_morph *morph, uint32_t first, uint32_t count)
{ return mesh_shade(shades, stride_bytes, mesh, palette, lights, morph, first, count); }

/* The reference of one joint, of the loops over joints and entries, of all tracks and of one. */
void pelt_reference_joint_f32(num out[12], const local_t *local, const num *parent)
{ joint_build(out, local, parent); }
void pelt_reference_joints_f32(joint_matrix_t *matrices, const local_t *locals,
                               const format_joint *joints, uint32_t first, uint32_t end)
{ joints_loop(matrices, locals, joints, first, end); }
void pelt_reference_palette_f32(entry_t *palette, const joint_matrix_t *matrices,
                                const format_entry *entries, uint32_t count)
{ palette_loop(palette, matrices, entries, count); }
void pelt_reference_track_f32(local_t *local, uint32_t kind, const void *values,
                              const timeline_place *place)
{ sample_track(local, kind, values, place); }
void pelt_reference_tracks_f32(local_t *locals, const format_track *tracks, uint32_t count,
                               const uint8_t *keys, const clip_moment *moment)
{ sample_tracks(locals, tracks, count, keys, moment); }
