/* SPDX-License-Identifier: MIT */
/* Stages and characters in float: part of pelt.h, which has the conventions. */
#ifndef PELT_FLOAT_H
#define PELT_FLOAT_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Pose /////////////////////////////////////////////////////////////////////////////////////////
/* A joint's transform relative to its parent: translate * rotate * scale, in glTF units.
 * Rotations are unit quaternions within 1e-6. */
typedef struct pelt_local_f32 {
    float rotation[4], translation[3], scale[3];
} pelt_local_f32;

/* Both yours to read and edit between stages. */
typedef struct pelt_pose_f32 {
    const pelt_model *model;
    pelt_local_f32 *locals; /* [model->joint_count] */
    float *weights;         /* of morph targets, [model->target_count]: of all meshes, one after the
                             * other; any sign and size */
} pelt_pose_f32;

/* Bytes that alloc takes from an arena, 0 if `model` is NULL. alloc sets the rest pose: the
 * transforms of the glTF nodes as stored, and default weights. A pose of your own making may have
 * NULL for weights, then it has none; a character's has them where the model has targets. */
size_t pelt_pose_bytes_f32(const pelt_model *model);
pelt_status pelt_pose_alloc_f32(pelt_pose_f32 *pose, const pelt_model *model, pelt_arena *arena);
pelt_status pelt_pose_rest_f32(pelt_pose_f32 *pose);

/* The bind pose: what the inverse bind matrices undo, so that the mesh comes out as stored. Joints
 * without one rest. Where skins give a joint different ones the first skin's count, and meshes of
 * the others come out moved. Weights are 0. PELT_E_RANGE unless baked with --bind. */
pelt_status pelt_pose_bind_f32(pelt_pose_f32 *pose);

/* A moment of a clip: joints and weights without a track rest, the others interpolate (step, spherical
 * linear, cubic) between two keys; before the first and after the last they stay there. No state
 * is kept: any order of times costs the same. */
pelt_status pelt_pose_sample_f32(pelt_pose_f32 *pose, uint32_t clip, pelt_time time);

/// Joints: model matrices ///////////////////////////////////////////////////////////////////////
/* In glTF units. */
typedef struct pelt_joint_matrix_f32 {
    float m[12];
} pelt_joint_matrix_f32;

/* Model matrices of all joints. */
typedef struct pelt_joints_f32 {
    const pelt_model *model;
    pelt_joint_matrix_f32 *matrices; /* [model->joint_count] */
} pelt_joints_f32;

/* build: each local transform times its parent's model matrix. */
size_t pelt_joints_bytes_f32(const pelt_model *model);
pelt_status pelt_joints_alloc_f32(pelt_joints_f32 *joints, const pelt_model *model,
                                  pelt_arena *arena);
pelt_status pelt_joints_build_f32(pelt_joints_f32 *joints, const pelt_pose_f32 *pose);
/* Of a joint and what hangs on it, after its local transforms changed: to the bit what build makes. */
pelt_status pelt_joints_rebuild_f32(pelt_joints_f32 *joints, const pelt_pose_f32 *pose,
                                    uint32_t joint);

/* A plain matrix. */
typedef struct pelt_matrix_f32 {
    float m[12];
} pelt_matrix_f32;

/* Where a joint is, to hang something on it: takes points of the joint's own space to the space
 * of the skinned vertices, both in glTF units. */
pelt_status pelt_joints_get_f32(pelt_matrix_f32 *matrix, const pelt_joints_f32 *joints,
                                uint32_t joint);

/// Palette //////////////////////////////////////////////////////////////////////////////////////
/* Joint x inverse bind, in glTF units. */
typedef struct pelt_entry_f32 {
    float opaque[12];
} pelt_entry_f32;

/* Of one skin; behind its entries lie 16 bytes that are not used. */
typedef struct pelt_palette_f32 {
    const pelt_model *model;
    pelt_entry_f32 *entries;
    uint32_t skin;
} pelt_palette_f32;

/* alloc: room for one skin's entries in the arena; PELT_E_RANGE: no such skin. build: model matrices
 * times inverse binds. bytes: 0 if there is no such skin. */
size_t pelt_palette_bytes_f32(const pelt_model *model, uint32_t skin);
pelt_status pelt_palette_alloc_f32(pelt_palette_f32 *palette, const pelt_model *model,
                                   uint32_t skin, pelt_arena *arena);
pelt_status pelt_palette_build_f32(pelt_palette_f32 *palette, const pelt_joints_f32 *joints);

/// Morph ////////////////////////////////////////////////////////////////////////////////////////
/* The vertices of one mesh that its targets move, as records for the skinning kernels. */
typedef struct pelt_morph_f32 {
    const pelt_model *model;
    uint8_t *records; /* then tangents */
    uint32_t record_bytes, mesh;
} pelt_morph_f32;

/* alloc sets the base shape; PELT_E_RANGE for a mesh without targets, for which bytes is 0. */
size_t pelt_morph_bytes_f32(const pelt_model *model, uint32_t mesh);
pelt_status pelt_morph_alloc_f32(pelt_morph_f32 *morph, const pelt_model *model, uint32_t mesh,
                                 pelt_arena *arena);

/*
 * Base shape plus weight times delta, summed over all targets, for the vertices that they touch
 * among [first, first + count). Costs what their deltas cost. Normals come out at the length that
 * the sum has.
 * weights  [weight_count], at most target_count; missing ones are 0. A pose's from first_target on
 * flags    0 or PELT_MORPH_SUM_TO_ONE
 */
pelt_status pelt_morph_build_f32(pelt_morph_f32 *morph, const float *weights, uint32_t weight_count,
                                 uint32_t flags, uint32_t first, uint32_t count);

/// Skin /////////////////////////////////////////////////////////////////////////////////////////
/*
 * Vertex `first + i` is written at positions and normals + i * stride_bytes, three floats each:
 * positions in glTF units; normals of unit length within 1e-6, or zero. Nothing else is touched.
 * Which NaN comes out of one may depend on the range.
 * normals       NULL to leave them out; else the mesh must have them or PELT_E_RANGE
 * stride_bytes  a multiple of 4, at least 12; 24 with normals = positions + 3 is the fast case
 * flags         0 or PELT_RAW_NORMALS
 */
typedef struct pelt_output_f32 {
    float *positions, *normals;
    uint32_t stride_bytes, flags;
} pelt_output_f32;

/* Skins vertices [first, first + count) of a mesh: any partition of the range gives the same bits.
 * Normals go through the same 3x3 as positions: right for rotations and uniform scale. palette: of
 * the mesh's skin. morph: of the mesh, or NULL for the base shape. */
pelt_status pelt_mesh_skin_f32(const pelt_output_f32 *out, uint32_t mesh,
                               const pelt_palette_f32 *palette, const pelt_morph_f32 *morph,
                               uint32_t first, uint32_t count);

/* Tangents of the same vertices, stride_bytes (>= 16) apart: x y z of unit length, zero stays zero,
 * and the handedness w, +-1: bitangent = cross(normal, tangent) * w. */
pelt_status pelt_mesh_skin_tangents_f32(float *tangents, uint32_t stride_bytes, uint32_t mesh,
                                        const pelt_palette_f32 *palette,
                                        const pelt_morph_f32 *morph, uint32_t first,
                                        uint32_t count);

/// Character ////////////////////////////////////////////////////////////////////////////////////
/* A skinned vertex: glTF units, and a normal of unit length. */
typedef struct pelt_vertex_f32 {
    float position[3], normal[3];
} pelt_vertex_f32;
/* All of it: a pose with a clock, and a scratch with what one frame needs besides
 * (model, joints, palettes, morphs), which those of one thread may share. clip: PELT_NONE before
 * the first play; set it so to start anew. phase: ticks since the clip's start.
 * In crowds several may have one pose: a copy of a character, or `a.pose = b.pose`. What one frame
 * needs of it is then built once while they follow each other; it is enough to play one of them. */
typedef struct pelt_character_f32 {
    pelt_pose_f32 pose; /* yours to edit, or blend into, between play and the first skin */
    struct pelt_scratch_f32 *scratch;
    uint32_t clip, ms, phase, remainder;
} pelt_character_f32;

/* open: in memory of NAME_ARENA_BYTES, 8-byte aligned; statuses of pelt_model_open and the alloc
 * calls. share: one more of the same model, in NAME_ACTOR_BYTES. Both begin in the rest pose. */
pelt_status pelt_character_open_f32(pelt_character_f32 *character, const void *blob,
                                    size_t blob_bytes, const pelt_family *family, void *memory,
                                    size_t memory_bytes);
pelt_status pelt_character_share_f32(pelt_character_f32 *character, const pelt_character_f32 *with,
                                     void *memory, size_t memory_bytes);
size_t pelt_character_bytes_f32(const pelt_model *model); /* for open, without a baked header */
size_t pelt_character_actor_bytes_f32(const pelt_model *model); /* for share */

/* Poses it as a clip has it, morph weights too. A clip starts when it is first asked for. ms: any
 * clock of milliseconds that runs forward; it may wrap. flags: PELT_LOOP, or 0: ends at the end. */
pelt_status pelt_character_play_f32(pelt_character_f32 *character, uint32_t clip, uint32_t ms,
                                    uint32_t flags);
/* The same at a moment of your own clock, which play's does not notice. */
pelt_status pelt_character_sample_f32(pelt_character_f32 *character, uint32_t clip, pelt_time time);

/* Skins vertices [first, first + count) of a mesh to vertices[0 ... count - 1]; normals of unit
 * length, zero for meshes without. Builds first, once a frame, what they need. */
pelt_status pelt_character_skin_f32(pelt_character_f32 *character, uint32_t mesh,
                                    pelt_vertex_f32 *vertices, uint32_t first, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
