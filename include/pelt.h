/* SPDX-License-Identifier: MIT */
/*
 * pelt - skeletal animation and skinning without malloc, an FPU or an operating system.
 *
 *   blob in flash -> model -> pose -> model matrices (joints) -> palette -> skin -> output
 *
 * Every arrow is one call. Each takes its inputs as const, writes one output in memory that the
 * caller supplied, checks its arguments in constant time and returns a status; on any error it
 * writes nothing. Stages carry a suffix for their arithmetic: _q16 is fixed point, the same to the
 * bit on every compiler and core; _f32 is float. Link either or both.
 *
 * Conventions
 *   Space       right handed, as glTF: +Y up, +Z forward, counter-clockwise front faces.
 *   Matrices    3x4, row major, column vectors: m[4*row + column], m[3], m[7], m[11] translate.
 *   Quaternions x, y, z, w.
 *   Q formats   Qn is a two's complement integer whose real value is stored / 2^n.
 *               Q16.16 is Q16 in 32 bits; Q1.15 is Q15 in 16 bits.
 *   Units       a q16 model works in internal units, 2^unit_shift glTF units each; unit_shift is
 *               chosen at bake time so that the largest coordinate of any vertex in the rest pose
 *               and in all clips lies in [32, 64) where it can; in q12 so that the model's smallest
 *               size (its box's diagonal) lies in [0.5, 2). f32 models use glTF units.
 *   Time        pelt_time, signed ticks of 2^-20 s: glTF time, not rebased, +-2047 s.
 *   Alignment   blobs 4 bytes, arenas 8 bytes. Everything else has its C type's alignment.
 *   Ownership   the caller owns all memory. A model points into its blob; poses, joints and
 *               palettes point into their arena and at their model: keep those alive and in place.
 *   Threads     no global state. Calls with distinct outputs may run at the same time.
 *   NULL        allowed only where the text says so; elsewhere it gives PELT_E_ARGUMENT.
 */
#ifndef PELT_H
#define PELT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PELT_VERSION "0.1.0"
#define PELT_FORMAT_VERSION 1 /* of the blob; a library opens exactly this one */

#define PELT_NO_JOINT 0xFFFFu /* no parent; end of a vertex's influences */
#define PELT_TICKS_PER_SECOND 1048576 /* pelt_time, 2^20 */
#define PELT_MAX_INFLUENCES 4u
#define PELT_MAX_JOINTS 65534u

/// Status ///////////////////////////////////////////////////////////////////////////////////////

typedef enum pelt_status {
    PELT_OK = 0,
    PELT_E_ARGUMENT,   /* NULL, or a value outside its stated range */
    PELT_E_ALIGNMENT,  /* blob not 4-byte or arena not 8-byte aligned */
    PELT_E_ARENA,      /* the arena has too few bytes left */
    PELT_E_TRUNCATED,  /* fewer bytes than the blob's header says */
    PELT_E_MAGIC,      /* not a pelt blob */
    PELT_E_BYTE_ORDER, /* a blob of the other byte order: bake with --endian */
    PELT_E_VERSION,    /* baked for another format version */
    PELT_E_FLAVOUR,    /* unknown flavour, or a q16 call on an f32 model or the reverse */
    PELT_E_CRC,        /* damaged: the CRC-32 does not match */
    PELT_E_CORRUPT,    /* CRC matches or was skipped, but the content contradicts itself */
    PELT_E_RANGE,      /* clip, skin, mesh, joint or vertex range does not exist */
    PELT_E_MISMATCH    /* pose, joints or palette belong to another model or skin */
} pelt_status;

/* A short English sentence without newline; never NULL, also for unknown values. */
const char *pelt_status_text(pelt_status status);

/* Which tuned kernels are linked: a folder of port/, or "reference". */
const char *pelt_port_name(void);

/// Arena ////////////////////////////////////////////////////////////////////////////////////////

/*
 * A region of caller memory from which the alloc calls below take exactly the bytes that the
 * matching *_bytes function (or the constants in a baked header) told, each a multiple of 8.
 * There is no free: reset by pelt_arena_init, or save and restore `used_bytes`.
 */
typedef struct pelt_arena {
    uint8_t *memory;
    uint32_t size_bytes;
    uint32_t used_bytes;
} pelt_arena;

#define PELT_ARENA_ALIGNMENT 8u

/*
 * memory   8-byte aligned, else PELT_E_ALIGNMENT; not NULL
 * bytes    0 to 2^32 - 1
 */
pelt_status pelt_arena_init(pelt_arena *arena, void *memory, size_t bytes);

/// Model ////////////////////////////////////////////////////////////////////////////////////////

typedef int32_t pelt_time; /* ticks of 2^-20 s */

/*
 * The arithmetic that a blob is for. q12 ("lean") is for cores without a 32 x 16 bit
 * multiply-accumulate: 14-bit weights, 16-bit positions, 8-bit normals, 32 x 32 -> 32 bit products
 * only. Its poses are those of the _q16 calls, with lengths in sixteenths of internal units; from
 * the model matrices on it has its own.
 */
typedef enum pelt_flavour { PELT_Q16 = 1, PELT_F32 = 2, PELT_Q12 = 3 } pelt_flavour;

/*
 * A validated view into a blob; read-only for callers. Any number of characters and threads may
 * share one. Offsets are in bytes from `blob`, 0 where a section is absent.
 */
typedef struct pelt_model {
    const uint8_t *blob;
    uint32_t blob_bytes;
    uint16_t flavour;    /* pelt_flavour */
    int16_t unit_shift;  /* glTF units = internal units * 2^unit_shift; 0 in f32 */
    uint16_t joint_count;
    uint16_t skin_count;
    uint16_t mesh_count;
    uint16_t clip_count;
    uint32_t joints, rest, bind, skins, entries, blends;
    uint32_t meshes, runs, parts, records, streams, indices, morphs, deltas;
    uint32_t clips, tracks, keys, names, names_bytes;
} pelt_model;

/*
 * Checks every byte that the library will ever rely on - header, sections, offsets, counts,
 * indices, weights, key times and the CRC-32 - and fills `model`. Needs no memory. After PELT_OK
 * nothing read from the blob can leave it, whatever its bytes are. On error *model is zeroed.
 *
 * blob     4-byte aligned, in the target's byte order; must stay unchanged while in use
 * bytes    size of the memory at blob; may exceed the blob's own size
 *
 * pelt_model_open_unchecked_crc is the same without the CRC, for blobs that the boot loader has
 * already verified: all other checks remain.
 */
pelt_status pelt_model_open(pelt_model *model, const void *blob, size_t bytes);
pelt_status pelt_model_open_unchecked_crc(pelt_model *model, const void *blob, size_t bytes);

/* Index of the clip or joint of that name (UTF-8, compared byte by byte), or -1. */
int pelt_clip_find(const pelt_model *model, const char *name);
int pelt_joint_find(const pelt_model *model, const char *name);

typedef struct pelt_clip_info {
    const char *name; /* in the blob */
    pelt_time start, end; /* first and last key of any channel */
} pelt_clip_info;

pelt_status pelt_clip_get(pelt_clip_info *info, const pelt_model *model, uint32_t clip);

typedef struct pelt_joint_info {
    const char *name;
    uint16_t parent;    /* always less than the joint's own index, or PELT_NO_JOINT */
    int16_t scale_shift; /* q16: model-space 3x3 in glTF units = stored * 2^scale_shift */
} pelt_joint_info;

pelt_status pelt_joint_get(pelt_joint_info *info, const pelt_model *model, uint32_t joint);

/*
 * One drawable: the primitives of one mesh node. Its vertices are in the order in which they are
 * cheapest to skin; indices refer to that order. Pointers are NULL where the source has no such
 * attribute.
 */
typedef struct pelt_mesh_info {
    const char *name;
    uint32_t skin;         /* whose palette it takes */
    uint32_t vertex_count;
    uint32_t part_count;
    uint32_t target_count; /* morph targets */
    const void *uvs;       /* [vertex_count][2]: Q16.16 int32_t in q16, float in f32 */
    const uint8_t *colours; /* [vertex_count][4]: RGBA, linear, COLOR_0 x baseColorFactor */
    uint8_t has_normals;
    uint8_t has_tangents;
    uint8_t raw_normal_bits; /* q16, PELT_RAW_NORMALS: a unit normal has length 2^this */
} pelt_mesh_info;

pelt_status pelt_mesh_get(pelt_mesh_info *info, const pelt_model *model, uint32_t mesh);

/* One primitive: a list of points, lines or triangles. Exactly one pointer is non-NULL where
 * index_count > 0. */
typedef struct pelt_part_info {
    const uint16_t *indices16;
    const uint32_t *indices32;
    uint32_t index_count;
    uint8_t corners; /* 1 points, 2 lines, 3 triangles */
    uint8_t colour[4]; /* baseColorFactor, RGBA, linear */
} pelt_part_info;

pelt_status pelt_part_get(pelt_part_info *info, const pelt_model *model, uint32_t mesh,
                          uint32_t part);

/// Pose /////////////////////////////////////////////////////////////////////////////////////////

/*
 * A joint's transform relative to its parent: translate * rotate * scale.
 *
 * q16: a joint's own axes are measured in the joint's own power of two (scale_shift) so that its
 * model-space matrix stays near unit length; translation is in the parent's axes.
 *   rotation     Q30, unit quaternion within 2^-16, |component| <= 1
 *   translation  Q20 in internal units, |component| < 1024; q12 models: in sixteenths of them
 *   scale        Q30, |component| < 2; 1 << 30 is none
 */
typedef struct pelt_local_q16 {
    int32_t rotation[4];
    int32_t translation[3];
    int32_t scale[3];
} pelt_local_q16;

typedef struct pelt_local_f32 {
    float rotation[4];
    float translation[3];
    float scale[3];
} pelt_local_f32;

typedef struct pelt_pose_q16 {
    const pelt_model *model;
    pelt_local_q16 *locals; /* [count], yours to read and edit between stages */
    uint32_t count;
} pelt_pose_q16;

typedef struct pelt_pose_f32 {
    const pelt_model *model;
    pelt_local_f32 *locals;
    uint32_t count;
} pelt_pose_f32;

/* Bytes that the alloc call takes from an arena; 0 if `model` is NULL. */
size_t pelt_pose_bytes_q16(const pelt_model *model);
size_t pelt_pose_bytes_f32(const pelt_model *model);

/* Takes a pose from the arena and sets it to the rest pose. On error nothing changes. */
pelt_status pelt_pose_alloc_q16(pelt_pose_q16 *pose, const pelt_model *model, pelt_arena *arena);
pelt_status pelt_pose_alloc_f32(pelt_pose_f32 *pose, const pelt_model *model, pelt_arena *arena);

/* The rest pose: the transforms of the glTF nodes as stored. */
pelt_status pelt_pose_rest_q16(pelt_pose_q16 *pose, const pelt_model *model);
pelt_status pelt_pose_rest_f32(pelt_pose_f32 *pose, const pelt_model *model);

/*
 * The bind pose: what the inverse bind matrices undo; joints without one keep their rest local.
 * There every palette entry is the identity (on its grid) and the mesh comes out as stored.
 */
pelt_status pelt_pose_bind_q16(pelt_pose_q16 *pose, const pelt_model *model);
pelt_status pelt_pose_bind_f32(pelt_pose_f32 *pose, const pelt_model *model);

/*
 * Samples a clip: joints without a track get their rest transform, the others interpolate (step,
 * spherical linear, or cubic) between their two keys. Times outside a track clamp to its first or
 * last key; looping is the caller's modulo. No state is kept: any order of times costs the same.
 */
pelt_status pelt_sample_q16(pelt_pose_q16 *pose, const pelt_model *model, uint32_t clip,
                            pelt_time time);
pelt_status pelt_sample_f32(pelt_pose_f32 *pose, const pelt_model *model, uint32_t clip,
                            pelt_time time);

/*
 * Moves a pose towards another of the same model: cross-fades, layers. Translations and scales go
 * in a straight line. Rotations take the shorter way and come out with unit length, in q16 within
 * 2^-23: their components go in a straight line and are then normalised, which is slower at both
 * ends than in the middle, by 0.1 degrees where the poses are 45 degrees apart, by 0.9 at 90.
 *
 * weight  q16: Q16.16, 0 to 65536; f32: 0 to 1; else PELT_E_ARGUMENT. 0 leaves the pose as it is,
 *         65536 or 1 makes it equal to `other`, both to the bit.
 */
pelt_status pelt_blend_poses_q16(pelt_pose_q16 *pose, const pelt_model *model,
                                 const pelt_pose_q16 *other, int32_t weight);
pelt_status pelt_blend_poses_f32(pelt_pose_f32 *pose, const pelt_model *model,
                                 const pelt_pose_f32 *other, float weight);

/// Joints: model matrices ///////////////////////////////////////////////////////////////////////

/*
 * q16: 3x3 in Q29, saturated at |element| <= 2; translation Q20 in internal units (q12 models: in
 * sixteenths of them), saturated at +-2048. f32: glTF units.
 */
typedef struct pelt_matrix_q16 {
    int32_t m[12];
} pelt_matrix_q16;

typedef struct pelt_matrix_f32 {
    float m[12];
} pelt_matrix_f32;

typedef struct pelt_joints_q16 {
    const pelt_model *model;
    pelt_matrix_q16 *matrices; /* [count] */
    uint32_t count;
} pelt_joints_q16;

typedef struct pelt_joints_f32 {
    const pelt_model *model;
    pelt_matrix_f32 *matrices;
    uint32_t count;
} pelt_joints_f32;

size_t pelt_joints_bytes_q16(const pelt_model *model);
size_t pelt_joints_bytes_f32(const pelt_model *model);
pelt_status pelt_joints_alloc_q16(pelt_joints_q16 *joints, const pelt_model *model,
                                  pelt_arena *arena);
pelt_status pelt_joints_alloc_f32(pelt_joints_f32 *joints, const pelt_model *model,
                                  pelt_arena *arena);

/* Model matrices of all joints: each local times its parent's model matrix. */
pelt_status pelt_build_joints_q16(pelt_joints_q16 *joints, const pelt_model *model,
                            const pelt_pose_q16 *pose);
/*
 * The same for q12 models with 32 x 32 -> 32 bit products, for cores that have no others; elements
 * are within 2^-16, and saturated only by scales. _q16 takes q12 models too.
 */
pelt_status pelt_build_joints_q12(pelt_joints_q16 *joints, const pelt_model *model,
                                  const pelt_pose_q16 *pose);
pelt_status pelt_build_joints_f32(pelt_joints_f32 *joints, const pelt_model *model,
                            const pelt_pose_f32 *pose);

/*
 * The same on plain arrays, for skeletons that never were a blob: parents[i] < i or PELT_NO_JOINT,
 * else PELT_E_RANGE. O(count) checks come before the first write.
 */
pelt_status pelt_build_joints_arrays_q16(pelt_matrix_q16 *matrices, const pelt_local_q16 *locals,
                                   const uint16_t *parents, uint32_t count);
pelt_status pelt_build_joints_arrays_f32(pelt_matrix_f32 *matrices, const pelt_local_f32 *locals,
                                   const uint16_t *parents, uint32_t count);

/// Palette //////////////////////////////////////////////////////////////////////////////////////

/*
 * A skin's palette: per entry, joint x inverse bind, with the vertex grid folded in.
 *
 * q16 entry, "folded" format: the 3x3 takes int16 grid coordinates to output, stored as Q33 of
 * internal units per grid step, |element| <= 2^30 - 1; translation Q17, |element| <= 2^29 - 1. With
 * these bounds no vertex of any run can overflow, partial sums included (src/q16.h has the proof).
 * q12 entry: 3x3 in Q30, |element| <= 2^16, clamped; translation Q16. Vertices wrap where a pose
 * takes the joints that share one more than two internal units apart (src/q12.h).
 * f32 entry: glTF units.
 *
 * Behind the `count` entries may lie others that the baker added: mixes of entries by weights that
 * several vertices share, so that these are skinned as if by one joint (`pelt bake`, order). Build
 * makes them, pelt_palette_bytes_* counts them; nobody else needs to know.
 *
 * Kernels may load, but do not use, up to 16 bytes past the last of all entries: the alloc calls
 * reserve them (PELT_PALETTE_PAD_BYTES).
 */
#define PELT_PALETTE_PAD_BYTES 16u

typedef struct pelt_palette_q16 {
    const pelt_model *model;
    pelt_matrix_q16 *entries; /* [count] */
    uint32_t count;
    uint32_t skin;
} pelt_palette_q16;

typedef struct pelt_palette_q12 {
    const pelt_model *model;
    pelt_matrix_q16 *entries;
    uint32_t count;
    uint32_t skin;
} pelt_palette_q12;

typedef struct pelt_palette_f32 {
    const pelt_model *model;
    pelt_matrix_f32 *entries;
    uint32_t count;
    uint32_t skin;
} pelt_palette_f32;

size_t pelt_palette_bytes_q16(const pelt_model *model, uint32_t skin); /* 0 if there is no such */
size_t pelt_palette_bytes_q12(const pelt_model *model, uint32_t skin);
size_t pelt_palette_bytes_f32(const pelt_model *model, uint32_t skin);
pelt_status pelt_palette_alloc_q16(pelt_palette_q16 *palette, const pelt_model *model,
                                   uint32_t skin, pelt_arena *arena);
pelt_status pelt_palette_alloc_q12(pelt_palette_q12 *palette, const pelt_model *model,
                                   uint32_t skin, pelt_arena *arena);
pelt_status pelt_palette_alloc_f32(pelt_palette_f32 *palette, const pelt_model *model,
                                   uint32_t skin, pelt_arena *arena);

/* Palette of the skin it was allocated for. */
pelt_status pelt_build_palette_q16(pelt_palette_q16 *palette, const pelt_model *model,
                             const pelt_joints_q16 *joints);
pelt_status pelt_build_palette_q12(pelt_palette_q12 *palette, const pelt_model *model,
                                   const pelt_joints_q16 *joints);
pelt_status pelt_build_palette_f32(pelt_palette_f32 *palette, const pelt_model *model,
                             const pelt_joints_f32 *joints);

/// Morph ////////////////////////////////////////////////////////////////////////////////////////

/*
 * Weights of a mesh's morph targets: Q16.16 (q16: |weight| <= 64, and their sum too) or float, any
 * sign. They are yours: get them here, mix them, make them up.
 *
 * weights  [count]; count is the mesh's target_count, else PELT_E_RANGE
 */
pelt_status pelt_weights_rest_q16(int32_t *weights, uint32_t count, const pelt_model *model,
                                  uint32_t mesh);
pelt_status pelt_weights_rest_f32(float *weights, uint32_t count, const pelt_model *model,
                                  uint32_t mesh);

/* The default weights, or what the clip makes of them, as pelt_sample_*. */
pelt_status pelt_sample_weights_q16(int32_t *weights, uint32_t count, const pelt_model *model,
                                    uint32_t mesh, uint32_t clip, pelt_time time);
pelt_status pelt_sample_weights_f32(float *weights, uint32_t count, const pelt_model *model,
                                    uint32_t mesh, uint32_t clip, pelt_time time);

/* The vertices of one mesh that its targets move, as records for the skinning kernels. */
typedef struct pelt_morphed_q16 {
    const pelt_model *model;
    uint8_t *records;      /* then tangents */
    uint32_t record_bytes;
    uint32_t mesh;
} pelt_morphed_q16;

typedef struct pelt_morphed_q12 {
    const pelt_model *model;
    uint8_t *records;
    uint32_t record_bytes;
    uint32_t mesh;
} pelt_morphed_q12;

typedef struct pelt_morphed_f32 {
    const pelt_model *model;
    uint8_t *records;
    uint32_t record_bytes;
    uint32_t mesh;
} pelt_morphed_f32;

size_t pelt_morphed_bytes_q16(const pelt_model *model, uint32_t mesh); /* 0 without targets */
size_t pelt_morphed_bytes_q12(const pelt_model *model, uint32_t mesh);
size_t pelt_morphed_bytes_f32(const pelt_model *model, uint32_t mesh);

/* Takes the memory and sets it to the base shape. PELT_E_RANGE for a mesh without targets. */
pelt_status pelt_morphed_alloc_q16(pelt_morphed_q16 *morphed, const pelt_model *model,
                                   uint32_t mesh, pelt_arena *arena);
pelt_status pelt_morphed_alloc_q12(pelt_morphed_q12 *morphed, const pelt_model *model,
                                   uint32_t mesh, pelt_arena *arena);
pelt_status pelt_morphed_alloc_f32(pelt_morphed_f32 *morphed, const pelt_model *model,
                                   uint32_t mesh, pelt_arena *arena);

/*
 * The blend-shape rule of the classic tutorial: where the positive weights sum to more than one, all
 * are scaled so that they sum to one; below one the base shape has the rest. Without it targets
 * add up.
 */
#define PELT_MORPH_SUM_TO_ONE 1u

/*
 * Base shape plus weight times delta, summed over all targets, for the touched vertices among
 * [first, first + count); the others are not copied. The cost is that of their deltas. q16:
 * positions are rounded once, to the vertex grid; normals keep their direction, not their length,
 * where they would leave 16 bits.
 *
 * weights  [weight_count], at most the mesh's target_count; missing ones are 0
 * flags    0 or PELT_MORPH_SUM_TO_ONE
 */
pelt_status pelt_morph_q16(pelt_morphed_q16 *morphed, const pelt_model *model,
                           const int32_t *weights, uint32_t weight_count, uint32_t flags,
                           uint32_t first, uint32_t count);
pelt_status pelt_morph_q12(pelt_morphed_q12 *morphed, const pelt_model *model,
                           const int32_t *weights, uint32_t weight_count, uint32_t flags,
                           uint32_t first, uint32_t count);
pelt_status pelt_morph_f32(pelt_morphed_f32 *morphed, const pelt_model *model,
                           const float *weights, uint32_t weight_count, uint32_t flags,
                           uint32_t first, uint32_t count);

/// Skin /////////////////////////////////////////////////////////////////////////////////////////

/*
 * Where skinned vertices go. Vertex `first + i` of the range is written at positions and normals
 * + i * stride_bytes: three words each, q16: int32_t, positions Q16.16 in internal units, normals
 * Q16.16 of unit length (see flags); f32: float, glTF units. Nothing else is touched.
 *
 * normals       NULL to leave them out; else the mesh must have them or PELT_E_RANGE
 * stride_bytes  a multiple of 4, at least 12; 24 with normals = positions + 3 is the fast case
 * flags         0 or PELT_RAW_NORMALS
 */
typedef struct pelt_output_q16 {
    int32_t *positions;
    int32_t *normals;
    uint32_t stride_bytes;
    uint32_t flags;
} pelt_output_q16;

typedef struct pelt_output_f32 {
    float *positions;
    float *normals;
    uint32_t stride_bytes;
    uint32_t flags;
} pelt_output_f32;

/*
 * Normals as the blended matrix leaves them, not renormalised: cheaper, and shorter where joints
 * bend (a two-joint blend keeps at least the cosine of half the angle between them). In q16 their
 * unit length is 2^raw_normal_bits.
 */
#define PELT_RAW_NORMALS 1u

/*
 * Skins vertices [first, first + count) of a mesh: any partition of the range gives the same bits.
 * Normals go through the same 3x3 as positions (right for rotations and uniform scale).
 *
 * palette  of the mesh's skin
 * count    0 is legal and writes nothing
 */
pelt_status pelt_skin_q16(const pelt_output_q16 *out, const pelt_model *model, uint32_t mesh,
                          const pelt_palette_q16 *palette, uint32_t first, uint32_t count);
pelt_status pelt_skin_q12(const pelt_output_q16 *out, const pelt_model *model, uint32_t mesh,
                          const pelt_palette_q12 *palette, uint32_t first, uint32_t count);
pelt_status pelt_skin_f32(const pelt_output_f32 *out, const pelt_model *model, uint32_t mesh,
                          const pelt_palette_f32 *palette, uint32_t first, uint32_t count);

/* The same with the mesh's morphed vertices, for which pelt_morph_* must have run; NULL: as above. */
pelt_status pelt_skin_morphed_q16(const pelt_output_q16 *out, const pelt_model *model,
                                  uint32_t mesh, const pelt_morphed_q16 *morphed,
                                  const pelt_palette_q16 *palette, uint32_t first, uint32_t count);
pelt_status pelt_skin_morphed_q12(const pelt_output_q16 *out, const pelt_model *model,
                                  uint32_t mesh, const pelt_morphed_q12 *morphed,
                                  const pelt_palette_q12 *palette, uint32_t first, uint32_t count);
pelt_status pelt_skin_morphed_f32(const pelt_output_f32 *out, const pelt_model *model,
                                  uint32_t mesh, const pelt_morphed_f32 *morphed,
                                  const pelt_palette_f32 *palette, uint32_t first, uint32_t count);

/*
 * Tangents of the same vertices: four words each, x y z of unit length (Q16.16 or float; zero stays
 * zero) and the handedness w, 1 or -1: bitangent = cross(normal, tangent) * w.
 *
 * tangents      where vertex `first` goes
 * stride_bytes  a multiple of 4, at least 16
 * morphed       as in pelt_skin_morphed_*, or NULL
 * PELT_E_RANGE  also where the mesh has no tangents
 */
pelt_status pelt_skin_tangents_q16(int32_t *tangents, uint32_t stride_bytes,
                                   const pelt_model *model, uint32_t mesh,
                                   const pelt_morphed_q16 *morphed,
                                   const pelt_palette_q16 *palette, uint32_t first, uint32_t count);
pelt_status pelt_skin_tangents_q12(int32_t *tangents, uint32_t stride_bytes,
                                   const pelt_model *model, uint32_t mesh,
                                   const pelt_morphed_q12 *morphed,
                                   const pelt_palette_q12 *palette, uint32_t first, uint32_t count);
pelt_status pelt_skin_tangents_f32(float *tangents, uint32_t stride_bytes, const pelt_model *model,
                                   uint32_t mesh, const pelt_morphed_f32 *morphed,
                                   const pelt_palette_f32 *palette, uint32_t first,
                                   uint32_t count);

/// Plain arrays: without any blob ////////////////////////////////////////////////////////////////

/*
 * The textbook layout. Influence k of vertex v is joints[v * influence_count + k] with its weight
 * beside it. PELT_NO_JOINT ends a vertex's influences; in first place it leaves the vertex
 * untransformed. Zero weights are legal; the sum is the caller's business (pelt_weights_repair).
 * q16: positions, normals, weights and the palette's 12 elements are all Q16.16.
 */
typedef struct pelt_arrays_q16 {
    const int32_t *positions; /* [vertex_count][3] */
    const int32_t *normals;   /* [vertex_count][3] or NULL */
    const uint16_t *joints;   /* [vertex_count][influence_count] */
    const int32_t *weights;   /* [vertex_count][influence_count] */
    uint32_t vertex_count;
    uint32_t influence_count; /* 1 to 8 */
} pelt_arrays_q16;

typedef struct pelt_arrays_f32 {
    const float *positions;
    const float *normals;
    const uint16_t *joints;
    const float *weights;
    uint32_t vertex_count;
    uint32_t influence_count;
} pelt_arrays_f32;

/*
 * Skins [first, first + count) of plain arrays: each influence transforms the vertex, the results
 * are summed by weight. q16: every sum of products is exact in 64 bits and rounded once (half up):
 * three products and the translation, then the weighted sum; results wrap beyond +-32768.
 * Normals come out at whatever length the matrices give them.
 *
 * palette        [palette_count] 3x4, Q16.16 or float
 * PELT_E_RANGE   a joint index at or past palette_count; nothing is written (checked before)
 */
pelt_status pelt_skin_arrays_q16(const pelt_output_q16 *out, const pelt_arrays_q16 *arrays,
                                 const pelt_matrix_q16 *palette, uint32_t palette_count,
                                 uint32_t first, uint32_t count);
pelt_status pelt_skin_arrays_f32(const pelt_output_f32 *out, const pelt_arrays_f32 *arrays,
                                 const pelt_matrix_f32 *palette, uint32_t palette_count,
                                 uint32_t first, uint32_t count);

/*
 * Makes the weights of every vertex sum to exactly one (65536, or 1 within one float rounding):
 * negative ones become 0, the rest is scaled, the remainder goes to the largest. All zero: the
 * first influence gets 1. Influences from PELT_NO_JOINT on are set to 0.
 */
pelt_status pelt_weights_repair_q16(int32_t *weights, const uint16_t *joints,
                                    uint32_t vertex_count, uint32_t influence_count);
pelt_status pelt_weights_repair_f32(float *weights, const uint16_t *joints,
                                    uint32_t vertex_count, uint32_t influence_count);

/*
 * Plain arrays packed once for the fast kernels: int16 on a power-of-two grid and Q1.15 weights in
 * q16, float records in f32, sorted by number of influences.
 */
typedef struct pelt_packed_run {
    uint32_t vertex_count;
    const uint8_t *records;
} pelt_packed_run;

typedef struct pelt_packed {
    pelt_packed_run runs[PELT_MAX_INFLUENCES]; /* [influences - 1] */
    const uint32_t *order;   /* [vertex_count]: packed vertex i is source vertex order[i] */
    uint32_t vertex_count;
    uint32_t joint_count;    /* palette entries that the records refer to: 1 + the largest index */
    uint32_t has_normals;
    uint32_t flavour;        /* pelt_flavour */
    int32_t grid_origin[3];  /* q16: Q16.16 */
    int32_t grid_shift;      /* q16: a grid step is 2^-16 * 2^grid_shift */
} pelt_packed;

typedef struct pelt_pack_error {
    uint32_t position; /* largest |coordinate| error: q16: 2^-16; f32: 0 */
    uint32_t weight;   /* largest |weight| error, 2^-16, sum repair included */
} pelt_pack_error;

/*
 * Packs arrays into the arena. Vertices need one to four influences (PELT_E_RANGE otherwise) after
 * zero weights are dropped; weights are repaired to sum to one.
 * error   may be NULL
 */
size_t pelt_pack_bytes_q16(const pelt_arrays_q16 *arrays);
size_t pelt_pack_bytes_f32(const pelt_arrays_f32 *arrays);
pelt_status pelt_pack_q16(pelt_packed *packed, pelt_pack_error *error,
                          const pelt_arrays_q16 *arrays, pelt_arena *arena);
pelt_status pelt_pack_f32(pelt_packed *packed, pelt_pack_error *error,
                          const pelt_arrays_f32 *arrays, pelt_arena *arena);

/*
 * Folds plain matrices into the entries that the fast kernels take (f32: copies), for packed. q16:
 * what leaves the palette's bounds is clamped to them: vertices must stay within about 4096 units.
 * folded   [count], followed by PELT_PALETTE_PAD_BYTES; may not overlap plain
 * plain    [count], Q16.16 or float; count >= packed->joint_count
 */
pelt_status pelt_fold_q16(pelt_matrix_q16 *folded, const pelt_packed *packed,
                          const pelt_matrix_q16 *plain, uint32_t count);
pelt_status pelt_fold_f32(pelt_matrix_f32 *folded, const pelt_packed *packed,
                          const pelt_matrix_f32 *plain, uint32_t count);

/* As pelt_skin_*, on packed vertices in packed order. folded must come from pelt_fold_*. */
pelt_status pelt_skin_packed_q16(const pelt_output_q16 *out, const pelt_packed *packed,
                                 const pelt_matrix_q16 *folded, uint32_t folded_count,
                                 uint32_t first, uint32_t count);
pelt_status pelt_skin_packed_f32(const pelt_output_f32 *out, const pelt_packed *packed,
                                 const pelt_matrix_f32 *folded, uint32_t folded_count,
                                 uint32_t first, uint32_t count);

/// Hand-built palettes ///////////////////////////////////////////////////////////////////////////

/*
 * Plain inverse bind matrices from the model matrices of a bind pose, and plain palettes from
 * both. q16 in: model matrices as pelt_build_joints_arrays_q16 gives them (Q29 / Q20); out: Q16.16
 * translation and Q29 3x3 for inverse binds, Q16.16 throughout for the palette.
 * PELT_E_RANGE where a matrix is singular or its inverse leaves the format, in q16 also where its
 * columns are not orthogonal (shear); nothing is written.
 */
pelt_status pelt_inverse_binds_q16(pelt_matrix_q16 *inverse_binds, const pelt_matrix_q16 *bind,
                                   uint32_t count);
pelt_status pelt_inverse_binds_f32(pelt_matrix_f32 *inverse_binds, const pelt_matrix_f32 *bind,
                                   uint32_t count);
pelt_status pelt_build_palette_arrays_q16(pelt_matrix_q16 *palette, const pelt_matrix_q16 *matrices,
                                    const pelt_matrix_q16 *inverse_binds, uint32_t count);
pelt_status pelt_build_palette_arrays_f32(pelt_matrix_f32 *palette, const pelt_matrix_f32 *matrices,
                                    const pelt_matrix_f32 *inverse_binds, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
