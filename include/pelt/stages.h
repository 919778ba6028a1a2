/* SPDX-License-Identifier: MIT */
/* Stages and characters, in fixed point and in float: part of pelt.h, which has the conventions. */
#ifndef PELT_STAGES_H
#define PELT_STAGES_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Pose /////////////////////////////////////////////////////////////////////////////////////////
/* A joint's transform relative to its parent: translate * rotate * scale. In fixed point a joint's own
 * axes are in a power of two of its own (pelt_joint_info), so that its model matrix stays near unit
 * length.
 *   rotation     unit quaternion of either sign, Q30 or float; its length is off by up to about 2^-9 in
 *                clips, as keys are rounded, and 2^-23 (float 1e-6) in what pelt/motion.h makes
 *   translation  Q(length_bits) in the model's units, along the parent's axes, |stored| < 2^30; float
 *                glTF units
 *   scale        Q30, |component| < 2; 1 << 30 is none; float any */
typedef struct pelt_local_q16 {
    int32_t rotation[4], translation[3], scale[3];
} pelt_local_q16;
typedef struct pelt_local_f32 {
    float rotation[4], translation[3], scale[3];
} pelt_local_f32;

/* You may read and edit locals and weights between stages. edited: not 0 if they changed since a character
 * last built matrices from them. Every call that changes a pose sets it; set it to 1 yourself after you
 * write into them. */
typedef struct pelt_pose_q16 {
    const pelt_model *model;
    pelt_local_q16 *locals; /* [model->joint_count] */
    int32_t *weights;       /* of morph targets, [model->target_count]: of all meshes, one after the
                             * other; Q16.16, any sign, |weight| <= 64 and a mesh's sum too */
    uint32_t edited;
} pelt_pose_q16;
typedef struct pelt_pose_f32 {
    const pelt_model *model;
    pelt_local_f32 *locals;
    float *weights; /* any sign and size */
    uint32_t edited;
} pelt_pose_f32;

/* Bytes of an arena, 0 if `model` is NULL: pose_bytes those of a pose; stages_bytes those of a pose, joints,
 * palettes of all skins and morphs of all meshes with targets. Baked headers have NAME_POSE_BYTES and
 * NAME_STAGES_BYTES; the latter has room for springs, too (pelt_springs_bytes_get). */
size_t pelt_pose_bytes_get(const pelt_model *model);
size_t pelt_stages_bytes_get(const pelt_model *model);

/* alloc sets the rest pose: the transforms of the glTF nodes as stored, and default weights. A pose of
 * your own making may have NULL for weights, then it has none; a character's has them where the model
 * has targets. */
pelt_status pelt_pose_alloc_q16(pelt_pose_q16 *pose, const pelt_model *model, pelt_arena *arena);
pelt_status pelt_pose_alloc_f32(pelt_pose_f32 *pose, const pelt_model *model, pelt_arena *arena);

/* Sets one of two poses.
 * which  PELT_REST_POSE, as after alloc; or PELT_BIND_POSE: what the inverse bind matrices undo, so
 *        that the mesh comes out as stored. Joints without one rest. Where skins give a joint
 *        different ones the first skin's count, and meshes of the others come out moved. Weights
 *        are 0. PELT_E_RANGE unless baked with --bind. */
pelt_status pelt_pose_set_q16(pelt_pose_q16 *pose, uint32_t which);
pelt_status pelt_pose_set_f32(pelt_pose_f32 *pose, uint32_t which);

/* A moment of a clip: joints and weights without a track rest, the others interpolate (step, spherical
 * linear, cubic) between two keys; before the first and after the last they stay there. No state
 * is kept: any order of times costs the same. */
pelt_status pelt_pose_sample_q16(pelt_pose_q16 *pose, uint32_t clip, pelt_time time);
pelt_status pelt_pose_sample_f32(pelt_pose_f32 *pose, uint32_t clip, pelt_time time);

/* What may be wrong with a joint of a pose, or a morph weight. */
#define PELT_FAULT_ROTATION 1u    /* its length is off by more than 2^-8 */
#define PELT_FAULT_TRANSLATION 2u /* out of its range */
#define PELT_FAULT_SCALE 4u       /* likewise */
#define PELT_FAULT_WEIGHT 8u      /* it, or the sum of its mesh's up to it */
#define PELT_FAULT_MATRIX 32u     /* its model matrix did not fit the format when it was built */
#define PELT_FAULT_NAN 16u        /* float, with one of these: infinite or not a number */

/* Where, and what. */
typedef struct pelt_fault {
    uint32_t joint; /* with PELT_FAULT_WEIGHT the weight's index; PELT_NONE: all is right */
    uint32_t what;  /* PELT_FAULT_*, all that the joint has; 0 */
} pelt_fault;

/// Joints: model matrices ///////////////////////////////////////////////////////////////////////
/* 3x3 in Q29, clamped to +-2 (+-(2^30 + 2) as stored; in lean models only by scales);
 * translation in Q(length_bits), clamped to 32 bits (in lean models modulo 2^32). */
typedef struct pelt_joint_matrix_q16 {
    int32_t m[12];
} pelt_joint_matrix_q16;

/* A plain matrix, Q16.16 throughout. */
typedef struct pelt_matrix_q16 {
    int32_t m[12];
} pelt_matrix_q16;

/* The same in float; of joints too, in glTF units. */
typedef struct pelt_matrix_f32 {
    float m[12];
} pelt_matrix_f32;

/* Model matrices of all joints. */
typedef struct pelt_joints_q16 {
    const pelt_model *model;
    pelt_joint_matrix_q16 *matrices; /* [model->joint_count] */
} pelt_joints_q16;
typedef struct pelt_joints_f32 {
    const pelt_model *model;
    pelt_matrix_f32 *matrices;
} pelt_joints_f32;

/* build: each local transform times its parent's model matrix. */
pelt_status pelt_joints_alloc_q16(pelt_joints_q16 *joints, const pelt_model *model,
                                  pelt_arena *arena);
pelt_status pelt_joints_alloc_f32(pelt_joints_f32 *joints, const pelt_model *model,
                                  pelt_arena *arena);
pelt_status pelt_joints_build_q16(pelt_joints_q16 *joints, const pelt_pose_q16 *pose);
pelt_status pelt_joints_build_f32(pelt_joints_f32 *joints, const pelt_pose_f32 *pose);

/* Builds the matrices of a joint and of all below it again, after local transforms of these changed: the
 * same bits as build. */
pelt_status pelt_joints_rebuild_q16(pelt_joints_q16 *joints, const pelt_pose_q16 *pose,
                                    uint32_t joint);
pelt_status pelt_joints_rebuild_f32(pelt_joints_f32 *joints, const pelt_pose_f32 *pose,
                                    uint32_t joint);

/* Checks that a pose is as described above and, with joints, that the matrices built from it fitted their
 * format. For edited or blended poses, and where a picture looks wrong. PELT_E_RANGE: *fault names the
 * first joint, or the first morph weight, that is not. Rotations of half the length, as those of integers that
 * were never normalised, give a picture too: a torn one. A joint whose matrix did not fit, and what hangs
 * on it, is not where it belongs.
 * joints  of the pose's model, else PELT_E_MISMATCH; NULL: the pose alone */
pelt_status pelt_pose_check_q16(pelt_fault *fault, const pelt_pose_q16 *pose,
                                const pelt_joints_q16 *joints);
pelt_status pelt_pose_check_f32(pelt_fault *fault, const pelt_pose_f32 *pose,
                                const pelt_joints_f32 *joints);

/* Where a joint is, to hang something on it: takes points of the joint's own glTF space to the
 * space of the skinned vertices; both in the model's units, or in glTF units.
 * flags  0 or PELT_GLTF_UNITS, which is the same in float
 * _q16: rounded to nearest, PELT_E_RANGE also where an element leaves Q16.16. */
pelt_status pelt_joint_matrix_get_q16(pelt_matrix_q16 *matrix, const pelt_joints_q16 *joints,
                                      uint32_t joint, uint32_t flags);
pelt_status pelt_joint_matrix_get_f32(pelt_matrix_f32 *matrix, const pelt_joints_f32 *joints,
                                      uint32_t joint, uint32_t flags);

/// Palette //////////////////////////////////////////////////////////////////////////////////////
/* Joint x inverse bind, with the vertex grid folded in, as the model's kernels take it
 * (docs/NOTES.md); clamped to what they can hold, 4096 units in exact models. */
typedef struct pelt_entry_q16 {
    int32_t opaque[12];
} pelt_entry_q16;

/* Joint x inverse bind, in glTF units. */
typedef struct pelt_entry_f32 {
    float opaque[12];
} pelt_entry_f32;

/* Of one skin; behind its entries lie 16 bytes that are not used. */
typedef struct pelt_palette_q16 {
    const pelt_model *model;
    pelt_entry_q16 *entries;
    uint32_t skin;
} pelt_palette_q16;
typedef struct pelt_palette_f32 {
    const pelt_model *model;
    pelt_entry_f32 *entries;
    uint32_t skin;
} pelt_palette_f32;

/* alloc: room for one skin's entries in the arena; PELT_E_RANGE: no such skin. build: model matrices
 * times inverse binds. */
pelt_status pelt_palette_alloc_q16(pelt_palette_q16 *palette, const pelt_model *model,
                                   uint32_t skin, pelt_arena *arena);
pelt_status pelt_palette_alloc_f32(pelt_palette_f32 *palette, const pelt_model *model,
                                   uint32_t skin, pelt_arena *arena);
pelt_status pelt_palette_build_q16(pelt_palette_q16 *palette, const pelt_joints_q16 *joints);
pelt_status pelt_palette_build_f32(pelt_palette_f32 *palette, const pelt_joints_f32 *joints);

/// Morph ////////////////////////////////////////////////////////////////////////////////////////
/* The vertices of one mesh that its targets move, as records for the skinning kernels, of either
 * arithmetic. */
typedef struct pelt_morph {
    const pelt_model *model;
    uint8_t *records; /* then tangents */
    uint32_t record_bytes, mesh;
} pelt_morph;

/* alloc sets the base shape; PELT_E_RANGE for a mesh without targets; PELT_E_FAMILY where the model
 * was opened with a family without morphs. */
pelt_status pelt_morph_alloc(pelt_morph *morph, const pelt_model *model, uint32_t mesh,
                             pelt_arena *arena);

/* Base shape plus weight times delta, summed over all targets, for the vertices that they touch
 * among [first, first + count). Costs what their deltas cost. _q16: positions are rounded once, to
 * the vertex grid; normals keep their direction, not always their length. _f32: normals come out at
 * the length that the sum has.
 * weights  [weight_count], at most target_count; missing ones are 0. A pose's from first_target on
 * flags    0 or PELT_MORPH_SUM_TO_ONE */
pelt_status pelt_morph_build_q16(pelt_morph *morph, const int32_t *weights, uint32_t weight_count,
                                 uint32_t flags, uint32_t first, uint32_t count);
pelt_status pelt_morph_build_f32(pelt_morph *morph, const float *weights, uint32_t weight_count,
                                 uint32_t flags, uint32_t first, uint32_t count);

/// Skin /////////////////////////////////////////////////////////////////////////////////////////
/* Vertex `first + i` is written at positions and normals + i * stride_bytes, three words each. Nothing
 * else is touched.
 *   _q16  positions Q16.16 in the model's units, wrapping beyond +-32768; normals Q16.16 of unit
 *         length within 2e-4, or zero
 *   _f32  positions in glTF units; normals of unit length within 1e-6, or zero. The bits of a NaN may
 *         depend on the range.
 * normals       NULL to leave them out; else the mesh must have them or PELT_E_RANGE
 * stride_bytes  a multiple of 4, at least 12; 24 with normals = positions + 3 is the fast case
 * flags         0 or PELT_RAW_NORMALS */
typedef struct pelt_output_q16 {
    int32_t *positions, *normals;
    uint32_t stride_bytes, flags;
} pelt_output_q16;
typedef struct pelt_output_f32 {
    float *positions, *normals;
    uint32_t stride_bytes, flags;
} pelt_output_f32;

/* Skins vertices [first, first + count) of a mesh: any partition of the range gives the same bits.
 * Normals go through the same 3x3 as positions: right for rotations and uniform scale. palette: of
 * the mesh's skin. morph: of the mesh, or NULL for the base shape. */
pelt_status pelt_mesh_skin_q16(const pelt_output_q16 *out, uint32_t mesh,
                               const pelt_palette_q16 *palette, const pelt_morph *morph,
                               uint32_t first, uint32_t count);
pelt_status pelt_mesh_skin_f32(const pelt_output_f32 *out, uint32_t mesh,
                               const pelt_palette_f32 *palette, const pelt_morph *morph,
                               uint32_t first, uint32_t count);

/* Tangents of the same vertices, stride_bytes (>= 16) apart: x y z of unit length, zero stays zero,
 * and the handedness w, +-1; _q16: Q16.16. bitangent = cross(normal, tangent) * w. */
pelt_status pelt_mesh_skin_tangents_q16(int32_t *tangents, uint32_t stride_bytes, uint32_t mesh,
                                        const pelt_palette_q16 *palette, const pelt_morph *morph,
                                        uint32_t first, uint32_t count);
pelt_status pelt_mesh_skin_tangents_f32(float *tangents, uint32_t stride_bytes, uint32_t mesh,
                                        const pelt_palette_f32 *palette, const pelt_morph *morph,
                                        uint32_t first, uint32_t count);

/* Light without skinned normals: takes the light's direction into the bind space of each palette entry. The
 * dot product of a vertex's bind normal and these, blended by its weights, is that of its raw normal
 * (PELT_RAW_NORMALS) and the direction. In fixed point, for directions no longer than one, it is within
 * 15 steps in exact models and 1250 in lean ones, whose raw normals are 2^raw_normal_bits and about 2^23
 * long; in float within 2^-19 of the largest element of the entries, times the sums of the absolute
 * components of normal and direction. Lights have the format of the entries' 3x3, and also serve maps of
 * bind-space normals in a shader (docs/GPU.md). */
typedef struct pelt_bind_light_q16 {
    int32_t opaque[3];
} pelt_bind_light_q16;
typedef struct pelt_bind_light_f32 {
    float opaque[3];
} pelt_bind_light_f32;

/* Lights of all entries, [mesh.entry_count]; clamped to what kernels can hold, as entries are.
 * direction  to the light, where skinned vertices are, of any length; _q16: Q16.16 */
pelt_status pelt_palette_light_q16(pelt_bind_light_q16 *lights, const pelt_palette_q16 *palette,
                                   const int32_t direction[3]);
pelt_status pelt_palette_light_f32(pelt_bind_light_f32 *lights, const pelt_palette_f32 *palette,
                                   const float direction[3]);

/* One word for each of the vertices, stride_bytes (a multiple of 4, at least 4) apart; below zero on the
 * side away from the light. palette: that of the lights. As pelt_mesh_skin_* otherwise;
 * PELT_E_RANGE, too, for a mesh without normals. */
pelt_status pelt_mesh_shade_q16(int32_t *shades, uint32_t stride_bytes, uint32_t mesh,
                                const pelt_palette_q16 *palette, const pelt_bind_light_q16 *lights,
                                const pelt_morph *morph, uint32_t first, uint32_t count);
pelt_status pelt_mesh_shade_f32(float *shades, uint32_t stride_bytes, uint32_t mesh,
                                const pelt_palette_f32 *palette, const pelt_bind_light_f32 *lights,
                                const pelt_morph *morph, uint32_t first, uint32_t count);

/* Skinned vertices as the fast case has them. */
typedef struct pelt_vertex_q16 {
    int32_t position[3], normal[3];
} pelt_vertex_q16;
typedef struct pelt_vertex_f32 {
    float position[3], normal[3];
} pelt_vertex_f32;

/* The same in 12 bytes, position[3] and normal[3]: positions are Q16.16 / 2^shift, to nearest, halves
 * up, saturated; normals 4.12, of unit length. A mesh of any size then needs 12 bytes a vertex and
 * room for a few at a time: skin at most 64, say, and narrow them to their place.
 * narrow        4-byte aligned, else PELT_E_ALIGNMENT; may be the vertices' own memory, with a stride of up to 24
 * stride_bytes  a multiple of 4, at least 12
 * shift         0 to 16; 7 for what lies within 64 units, as the rest and clips of exact models do
 */
pelt_status pelt_vertices_narrow_q16(int16_t *narrow, uint32_t stride_bytes,
                                     const pelt_vertex_q16 *vertices, uint32_t count,
                                     uint32_t shift);

/// Character ////////////////////////////////////////////////////////////////////////////////////
/* A clip on a character's clock. */
typedef struct pelt_playing {
    uint32_t clip;             /* PELT_NONE: none; set it so, and it starts anew */
    uint32_t ms;               /* the clock's reading when it was last played */
    uint32_t phase, remainder; /* ticks since the clip's start: NAME_CLIP_X_TICKS at its end */
} pelt_playing;

/* A pose with a clock, and a scratch with whatever else one frame needs (model, joints, palettes, morphs),
 * which the characters of one thread may share. The scratch is built when it is next needed after play,
 * follow or pose.edited = 1.
 * In crowds several characters may have one pose: copy a character, or set `a.pose = b.pose`. Then play or
 * edit only one of them, and ask that one first in each frame; the scratch is built once for all. */
typedef struct pelt_character_q16 {
    pelt_pose_q16 pose; /* yours to edit, or blend into */
    struct pelt_scratch_q16 *scratch;
    pelt_playing playing, other; /* what was played last, and before it */
} pelt_character_q16;
typedef struct pelt_character_f32 {
    pelt_pose_f32 pose;
    struct pelt_scratch_f32 *scratch;
    pelt_playing playing, other;
} pelt_character_f32;

/* open: in memory of NAME_ARENA_BYTES, 8-byte aligned; statuses of pelt_model_open and the alloc
 * calls. share: one more of the same model, in NAME_ACTOR_BYTES: what a pose takes. Both begin in
 * the rest pose. */
pelt_status pelt_character_open_q16(pelt_character_q16 *character, const void *blob,
                                    size_t blob_bytes, const pelt_family *family, void *memory,
                                    size_t memory_bytes);
pelt_status pelt_character_open_f32(pelt_character_f32 *character, const void *blob,
                                    size_t blob_bytes, const pelt_family *family, void *memory,
                                    size_t memory_bytes);
pelt_status pelt_character_share_q16(pelt_character_q16 *character, const pelt_character_q16 *with,
                                     void *memory, size_t memory_bytes);
pelt_status pelt_character_share_f32(pelt_character_f32 *character, const pelt_character_f32 *with,
                                     void *memory, size_t memory_bytes);

/* Gives it, and all that share with it, the clips of a store: pelt_clips_open. Before it plays. */
pelt_status pelt_character_clips_open_q16(pelt_character_q16 *character, const pelt_model *store,
                                          pelt_arena *arena);
pelt_status pelt_character_clips_open_f32(pelt_character_f32 *character, const pelt_model *store,
                                          pelt_arena *arena);

/* For open, without a baked header; for share pelt_pose_bytes_get. 0 for NULL and a zeroed model. */
size_t pelt_character_bytes_get(const pelt_model *model);

/* Poses the character from a clip, morph weights too. A clip goes on if it was also played at the clock's
 * previous reading, else it starts. Play one or two clips in every frame, one that goes on before one that
 * starts: a third starts anew each time.
 * ms     any clock of milliseconds; it may wrap. One that goes back, by up to half its range, lets no
 *        time pass for that call, and counts on from there
 * flags  PELT_LOOP; or 0: stays at its end while it is played
 * pelt_character_follow_* (pelt/motion.h) takes a player instead, with speed, events and an end that is
 * told. At a moment of your own: pelt_pose_sample_* of the character's pose. */
pelt_status pelt_character_play_q16(pelt_character_q16 *character, uint32_t clip, uint32_t ms,
                                    uint32_t flags);
pelt_status pelt_character_play_f32(pelt_character_f32 *character, uint32_t clip, uint32_t ms,
                                    uint32_t flags);

/* Its model matrices, built of its pose, and palettes[model->skin_count], built of those: to be used
 * until the next play, follow or edit of it, or of one that shares with it. Joints are yours to change
 * before palettes or vertices are asked for: first by aims, limbs and springs, which edit the pose too;
 * then ask for them again before pelt_joints_hang_*, which does not. */
pelt_status pelt_character_joints_get_q16(pelt_joints_q16 **joints, pelt_character_q16 *character);
pelt_status pelt_character_joints_get_f32(pelt_joints_f32 **joints, pelt_character_f32 *character);
pelt_status pelt_character_palettes_get_q16(const pelt_palette_q16 **palettes,
                                            pelt_character_q16 *character);
pelt_status pelt_character_palettes_get_f32(const pelt_palette_f32 **palettes,
                                            pelt_character_f32 *character);

/* Skins vertices [first, first + count) of a mesh to vertices[0 ... count - 1]; normals of unit
 * length, zero for meshes without. Builds first what they need.
 * mesh  or PELT_ALL_MESHES: their vertices one after another, those of a mesh from the sum of the
 *       vertex counts before it on, NAME_MESH_X_FIRST */
pelt_status pelt_character_skin_q16(pelt_character_q16 *character, uint32_t mesh,
                                    pelt_vertex_q16 *vertices, uint32_t first, uint32_t count);
pelt_status pelt_character_skin_f32(pelt_character_f32 *character, uint32_t mesh,
                                    pelt_vertex_f32 *vertices, uint32_t first, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
