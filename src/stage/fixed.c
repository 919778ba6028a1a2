/* SPDX-License-Identifier: MIT */
/* All stages in fixed point: the arithmetic, then each stage once. */
#include "../arithmetic/q16.h"
#include "../base/arena.h"
#include "../base/memory.h"
#include "../blob/stored.h"
#include "../kernel/family.h"

typedef skin_kernel_q16 skin_kernel_t;
typedef positions_kernel_q16 positions_kernel_t;
typedef pelt_kernels_q16 kernels_t;

#define TRACK_KERNEL sample_track
#ifdef PELT_TRACKS_Q16
#define TRACKS_KERNEL pelt_kernel_tracks_q16
#if PELT_TRACKS_Q16 != PELT_IN_VECTOR /* which leaves them to the reference without AVX2 */
#define SHORT_KEYS 0
#endif
#else
#define TRACKS_KERNEL sample_tracks
#endif
#ifdef PELT_LOOPS_Q16 /* the port has them; these it may call */
#define JOINT_KERNEL pelt_reference_joint_q16
#define ENTRY_KERNEL pelt_reference_entry_q16
#else
#define JOINT_KERNEL pelt_kernel_joint_q16
#ifdef PELT_STAGES_Q16
#define ENTRY_KERNEL pelt_kernel_entry_q16
#else
#define ENTRY_KERNEL build_entry /* a call takes 50 cycles more on a Cortex-M4 */
#endif
#endif

#ifdef FAMILY_POSITIONS_Q16
#define NUM_POSITIONS(kernels) ((kernels)->positions)
#else
#define NUM_POSITIONS(kernels) ((void)(kernels), (positions_kernel_t *)NULL)
#endif
#define num_normalise pelt_kernel_normalise_q16
#define num_rescale pelt_reference_rescale_q16
#define NUM_TANGENTS(encoding)                                                                     \
    ((encoding) == PELT_LEAN ? pelt_kernel_tangents_q12 : pelt_kernel_tangents_q16)
#define NUM_SHADES(encoding)                                                                       \
    ((encoding) == PELT_LEAN ? pelt_reference_shades_q12 : pelt_reference_shades_q16)

#include "pose.inc"
#include "sample.inc"
#include "joints.inc"
#include "palette.inc"
#include "morph_weights.inc"
#include "morph.inc"
#include "run.inc"
#include "skin.inc"

/// Vertices of 16 bits ///////////////////////////////////////////////////////////////////////////

pelt_status pelt_vertices_narrow_q16(int16_t *narrow, uint32_t stride_bytes,
                                     const pelt_vertex_q16 *vertices, uint32_t count,
                                     uint32_t shift)
{
    if (narrow == NULL || vertices == NULL || stride_bytes < 12u || stride_bytes % 4u != 0u ||
        shift > 16u)
        return PELT_E_ARGUMENT;
    if (((uintptr_t)narrow & 3u) != 0u) /* kernels store words */
        return PELT_E_ALIGNMENT;
    if (count > 0u)
        (shift < 2u ? pelt_reference_narrow_q16 : pelt_kernel_narrow_q16)(
            narrow, stride_bytes, vertices->position, count, shift);
    return PELT_OK;
}

/// Where joints are, for callers /////////////////////////////////////////////////////////////////

/* Q29 of the joint's power of two, and lengths of the model's units or glTF's, to Q16.16. */
pelt_status pelt_joint_matrix_get_q16(pelt_matrix_q16 *matrix, const pelt_joints_q16 *joints,
                                      uint32_t joint, uint32_t flags)
{
    const pelt_status status = check_joints(joints);
    PELT_EXPECT((flags & ~PELT_GLTF_UNITS) == 0u);
    if (matrix == NULL || (flags & ~PELT_GLTF_UNITS) != 0u || status != PELT_OK)
        return status != PELT_OK ? status : PELT_E_ARGUMENT;
    const pelt_model *model = joints->model;
    if (joint >= model->joint_count)
        return PELT_E_RANGE;
    const int32_t length_down =
        (int32_t)model->length_bits - 16 - (flags != 0u ? model->unit_shift : 0);
    const int32_t down = 13 - stored_joints(model)[joint].scale_shift;
    const int32_t *m = joints->matrices[joint].m;
    pelt_matrix_q16 out;
    for (unsigned i = 0; i < 12u; i++)
        if (!num_shift_to(&out.m[i], m[i], i % 4u == 3u ? length_down : down))
            return PELT_E_RANGE;
    *matrix = out;
    return PELT_OK;
}

/* clang-format off */

pelt_status pelt_pose_alloc_q16(pose_t *pose, const pelt_model *model, pelt_arena *arena)
{ return pose_alloc(pose, model, arena); }
pelt_status pelt_pose_set_q16(pose_t *pose, uint32_t which)
{ return pose_set(pose, which); }
pelt_status pelt_pose_sample_q16(pose_t *pose, uint32_t clip, pelt_time time)
{ return pose_sample(pose, clip, time); }
pelt_status pelt_joints_alloc_q16(joints_t *joints, const pelt_model *model, pelt_arena *arena)
{ return joints_alloc(joints, model, arena); }
pelt_status pelt_joints_build_q16(joints_t *joints, const pose_t *pose)
{ return joints_build(joints, pose); }
pelt_status pelt_joints_rebuild_q16(joints_t *joints, const pose_t *pose, uint32_t joint)
{ return joints_rebuild(joints, pose, joint); }
pelt_status pelt_palette_alloc_q16(palette_t *palette, const pelt_model *model, uint32_t skin,
                                   pelt_arena *arena)
{ return palette_alloc(palette, model, skin, arena); }
pelt_status pelt_palette_build_q16(palette_t *palette, const joints_t *joints)
{ return palette_build(palette, joints); }
void pelt_pose_weights_q16(num *weights, const pelt_model *model, const stored_tracks *from,
                           const clip_moment *moment)
{ pose_weights(weights, model, from, moment); }
pelt_status pelt_morph_build_q16(pelt_morph *morph, const num *weights, uint32_t weight_count,
                                 uint32_t flags, uint32_t first, uint32_t count)
{ return morph_build(morph, weights, weight_count, flags, first, count); }
pelt_status pelt_mesh_skin_q16(const output_t *out, uint32_t mesh, const palette_t *palette,
                               const pelt_morph *morph, uint32_t first, uint32_t count)
{ return mesh_skin(out, mesh, palette, morph, first, count); }
pelt_status pelt_mesh_skin_tangents_q16(num *tangents, uint32_t stride_bytes, uint32_t mesh,
                                        const palette_t *palette, const pelt_morph *morph,
                                        uint32_t first, uint32_t count)
{ return mesh_skin_tangents(tangents, stride_bytes, mesh, palette, morph, first, count); }
pelt_status pelt_palette_light_q16(light_t *lights, const palette_t *palette, const num direction[3])
{ return palette_light(lights, palette, direction); }
pelt_status pelt_mesh_shade_q16(num *shades, uint32_t stride_bytes, uint32_t mesh,
                                const palette_t *palette, const light_t *lights,
                                const pelt_morph *morph, uint32_t first, uint32_t count)
{ return mesh_shade(shades, stride_bytes, mesh, palette, lights, morph, first, count); }

/* The reference of all tracks, of one and of one timeline: ports leave rare ones to it. */
void pelt_reference_tracks_q16(local_t *locals, const format_track *tracks, uint32_t count,
                               const uint8_t *keys, const clip_moment *moment)
{ sample_tracks(locals, tracks, count, keys, moment); }
void pelt_reference_track_q16(local_t *local, uint32_t kind, const void *values,
                              const timeline_place *place)
{ sample_track(local, kind, values, place); }
timeline_place pelt_timeline_find(const uint8_t *timeline, const clip_moment *moment)
{ return timeline_find(timeline, moment); }
/* The reference of one joint and one entry, and of the loops over them, beside which a port may have its own. */
void pelt_reference_joint_q16(num out[12], const local_t *local, const num *parent)
{ joint_build(out, local, parent); }
void pelt_reference_entry_q16(num out[12], const num joint[12], const format_entry *entry)
{ build_entry(out, joint, entry); }
#ifdef PELT_LOOPS_Q16
void pelt_reference_joints_q16(joint_matrix_t *matrices, const local_t *locals,
                               const format_joint *joints, uint32_t first, uint32_t end)
{ joints_loop(matrices, locals, joints, first, end); }
void pelt_reference_palette_q16(entry_t *palette, const joint_matrix_t *matrices,
                                const format_entry *entries, uint32_t count)
{ palette_loop(palette, matrices, entries, count); }
#else
void pelt_joints_exact(joint_matrix_t *matrices, const local_t *locals, const format_joint *joints,
                       uint32_t first, uint32_t end)
{ joints_loop(matrices, locals, joints, first, end); }
void pelt_palette_exact(entry_t *palette, const joint_matrix_t *matrices,
                        const format_entry *entries, uint32_t count)
{ palette_loop(palette, matrices, entries, count); }
#endif
