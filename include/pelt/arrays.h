/* SPDX-License-Identifier: MIT */
/* pelt on plain arrays, as tutorials have them: no blob, no model. Skeleton, inverse bind matrices,
 * palette, blend shapes and vertices are the caller's own arrays; what a vertex costs here is what
 * the formula costs. pelt_arrays_pack makes them as fast as baked meshes. Conventions: pelt.h.
 *
 *   locals -> pelt_arrays_joints_build -> joint matrices -> pelt_arrays_palette_build -> palette
 *   positions, normals -> [pelt_arrays_morph] -> pelt_arrays_skin -> output */
#ifndef PELT_ARRAYS_H
#define PELT_ARRAYS_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Skeleton /////////////////////////////////////////////////////////////////////////////////////
/* Model matrices: each local transform times its parent's. _q16: translations of both are Q20 in units
 * of yours, clamped to +-2048.
 *
 * parents       [count], each less than its own index, or PELT_NO_JOINT; else PELT_E_RANGE */
pelt_status pelt_arrays_joints_build_q16(pelt_joint_matrix_q16 *matrices,
                                         const pelt_local_q16 *locals, const uint16_t *parents,
                                         uint32_t count);
pelt_status pelt_arrays_joints_build_f32(pelt_matrix_f32 *matrices, const pelt_local_f32 *locals,
                                         const uint16_t *parents, uint32_t count);

/* What takes vertices from where they were modelled into a joint's space: 3x3 Q29, translation Q16;
 * in float a pelt_matrix_f32. */
typedef struct pelt_arrays_bind_q16 {
    int32_t m[12];
} pelt_arrays_bind_q16;

/* Inverse binds of the model matrices of a bind pose; a palette of plain matrices (Q16.16) of both.
 * PELT_E_RANGE where a matrix is singular or its inverse leaves the format, in _q16 also where its
 * columns are not orthogonal (shear); nothing is written. */
pelt_status pelt_arrays_binds_build_q16(pelt_arrays_bind_q16 *inverse_binds,
                                        const pelt_joint_matrix_q16 *bind, uint32_t count);
pelt_status pelt_arrays_binds_build_f32(pelt_matrix_f32 *inverse_binds, const pelt_matrix_f32 *bind,
                                        uint32_t count);
pelt_status pelt_arrays_palette_build_q16(pelt_matrix_q16 *palette,
                                          const pelt_joint_matrix_q16 *matrices,
                                          const pelt_arrays_bind_q16 *inverse_binds,
                                          uint32_t count);
pelt_status pelt_arrays_palette_build_f32(pelt_matrix_f32 *palette, const pelt_matrix_f32 *matrices,
                                          const pelt_matrix_f32 *inverse_binds, uint32_t count);

/// Vertices /////////////////////////////////////////////////////////////////////////////////////
/* Type of the joint indices. */
typedef enum pelt_arrays_joint_type {
    PELT_ARRAYS_JOINTS_U16 = 1, /* uint16_t; 0 is none, so that a zeroed struct is refused */
    PELT_ARRAYS_JOINTS_U8,      /* uint8_t */
    PELT_ARRAYS_JOINTS_I32      /* int32_t */
} pelt_arrays_joint_type;

/* Attributes lie in arrays of their own or in the caller's vertex struct: each begins somewhere and
 * has a stride in bytes, 0 where vertices follow each other tightly. Influence k of a vertex is
 * joints[k] with weights[k]. PELT_NO_JOINT (255 in uint8_t, in int32_t also any negative one) ends
 * a vertex's influences; in first place it leaves the vertex where it is. All weights zero: the
 * first joint has all. The sum is the caller's business otherwise (pelt_arrays_weights_repair). _q16: all
 * numbers are Q16.16. */
typedef struct pelt_arrays_q16 {
    const int32_t *positions; /* [3] */
    const int32_t *normals;   /* [3], or NULL */
    const int32_t *tangents;  /* [4], the fourth the handedness, or NULL */
    const void *joints;       /* [influence_count] */
    const int32_t *weights;   /* [influence_count] */
    pelt_arrays_joint_type joint_type;
    uint32_t position_stride, normal_stride, tangent_stride, joint_stride, weight_stride;
    uint32_t vertex_count;
    uint32_t influence_count; /* 1 to 8 */
} pelt_arrays_q16;

/* The same in float. */
typedef struct pelt_arrays_f32 {
    const float *positions, *normals, *tangents;
    const void *joints;
    const float *weights;
    pelt_arrays_joint_type joint_type;
    uint32_t position_stride, normal_stride, tangent_stride, joint_stride, weight_stride;
    uint32_t vertex_count;
    uint32_t influence_count;
} pelt_arrays_f32;

/* Fills the struct for vertices of one layout, so that no field is forgotten, and checks it. Tangents
 * stay NULL: if there are any, set them behind it; their stride is set.
 *
 * normals       NULL if there are none
 * stride_bytes  of your vertex struct, in which all of them lie; 0: each is an array without gaps
 * PELT_E_ARGUMENT   also where two attributes are further apart than one struct is long
 * PELT_E_ALIGNMENT  of a pointer
 * PELT_E_RANGE      vertices take more than 2^32 bytes */
pelt_status pelt_arrays_init_q16(pelt_arrays_q16 *arrays, const int32_t *positions,
                                 const int32_t *normals, const void *joints,
                                 pelt_arrays_joint_type joint_type, const int32_t *weights,
                                 uint32_t stride_bytes, uint32_t vertex_count,
                                 uint32_t influence_count);
pelt_status pelt_arrays_init_f32(pelt_arrays_f32 *arrays, const float *positions,
                                 const float *normals, const void *joints,
                                 pelt_arrays_joint_type joint_type, const float *weights,
                                 uint32_t stride_bytes, uint32_t vertex_count,
                                 uint32_t influence_count);

/* Skins [first, first + count): each influence transforms the vertex, the results are summed by
 * weight. _q16: every sum of products is exact in 64 bits and rounded once (half up): three
 * products and the translation, then the weighted sum; results wrap beyond +-32768. _f32: matrices
 * are summed by weight first, and sums may be fused. Tangents as pelt_mesh_skin_tangents_*, with the
 * handedness given.
 *
 * out            flags as everywhere: 0 for unit normals, PELT_RAW_NORMALS for what matrices give
 * palette        [palette_count]
 * PELT_E_RANGE   also for a joint at or past palette_count; nothing is written */
pelt_status pelt_arrays_skin_q16(const pelt_output_q16 *out, const pelt_arrays_q16 *arrays,
                                 const pelt_matrix_q16 *palette, uint32_t palette_count,
                                 uint32_t first, uint32_t count);
pelt_status pelt_arrays_skin_f32(const pelt_output_f32 *out, const pelt_arrays_f32 *arrays,
                                 const pelt_matrix_f32 *palette, uint32_t palette_count,
                                 uint32_t first, uint32_t count);
pelt_status pelt_arrays_skin_tangents_q16(int32_t *tangents, uint32_t stride_bytes,
                                          const pelt_arrays_q16 *arrays,
                                          const pelt_matrix_q16 *palette, uint32_t palette_count,
                                          uint32_t first, uint32_t count);
pelt_status pelt_arrays_skin_tangents_f32(float *tangents, uint32_t stride_bytes,
                                          const pelt_arrays_f32 *arrays,
                                          const pelt_matrix_f32 *palette, uint32_t palette_count,
                                          uint32_t first, uint32_t count);

/* Blend shapes, before skinning: base + sum of weight * (shape - base), so that the base has what
 * the weights leave of one. For positions and normals alike, three words a vertex, tightly packed.
 * Normals come out at the length that the mixture has. _q16: exact sums, rounded once (half up).
 *
 * out      [count][3], where vertex `first` goes; may be base + 3 * first
 * base     [first + count][3]
 * shapes   [shape_count] arrays like base; where one is NULL it is the base
 * weights  [shape_count], any sign
 * flags    0, or PELT_MORPH_SUM_TO_ONE */
pelt_status pelt_arrays_morph_q16(int32_t *out, const int32_t *base, const int32_t *const *shapes,
                                  const int32_t *weights, uint32_t shape_count, uint32_t flags,
                                  uint32_t first, uint32_t count);
pelt_status pelt_arrays_morph_f32(float *out, const float *base, const float *const *shapes,
                                  const float *weights, uint32_t shape_count, uint32_t flags,
                                  uint32_t first, uint32_t count);

/* Makes the weights of every vertex sum to exactly one (65536, or 1 within one float rounding):
 * negative ones become 0, the rest is scaled, the remainder goes to the largest. All zero: the
 * first influence gets 1. Influences behind the last are set to 0. weights must be arrays->weights.
 */
pelt_status pelt_arrays_weights_repair_q16(int32_t *weights, const pelt_arrays_q16 *arrays);
pelt_status pelt_arrays_weights_repair_f32(float *weights, const pelt_arrays_f32 *arrays);

/// Packed for speed /////////////////////////////////////////////////////////////////////////////
/* Arrays packed once for the kernels of baked meshes, sorted by number of influences. _q16: int16
 * positions on a power-of-two grid, 15-bit weights. */
typedef struct pelt_arrays_packed {
    /* Runs of vertices with one number of influences, as kernels take them; [influences - 1]. */
    uint32_t run_counts[PELT_MAX_INFLUENCES];
    const uint8_t *run_records[PELT_MAX_INFLUENCES];
    const uint32_t *order;  /* [vertex_count]: packed vertex i is source vertex order[i] */
    const uint32_t *places; /* [vertex_count]: source vertex v is packed vertex places[v] */
    uint32_t vertex_count;
    uint32_t joint_count; /* that the records refer to: 1 + the largest index */
    uint32_t entry_count; /* of the folded palette: one more where vertices have no joint */
    uint32_t has_normals;
    uint32_t encoding;      /* pelt_encoding */
    int32_t grid_origin[3]; /* _q16: Q16.16 */
    int32_t grid_shift;     /* _q16: a grid step is 2^-16 * 2^grid_shift */
    /* What packing costs in _q16, 2^-16; _f32: 0. */
    uint32_t position_error; /* the largest of a coordinate */
    uint32_t weight_error;   /* the largest of a weight, sum repair included */
} pelt_arrays_packed;

/* Bytes of an arena, at most: of four influences each. */
#define PELT_ARRAYS_PACK_BYTES_Q16(vertex_count) ((36u * (vertex_count) + 23u) / 8u * 8u)
#define PELT_ARRAYS_PACK_BYTES_F32(vertex_count) (64u * (vertex_count) + 16u)

/* Packs arrays into the arena. Vertices need at most four influences (else PELT_E_RANGE) after zero
 * weights are dropped; weights are repaired to sum to one. Tangents are left out. */
pelt_status pelt_arrays_pack_q16(pelt_arrays_packed *packed, const pelt_arrays_q16 *arrays,
                                 pelt_arena *arena);
pelt_status pelt_arrays_pack_f32(pelt_arrays_packed *packed, const pelt_arrays_f32 *arrays,
                                 pelt_arena *arena);

/* Indices of source vertices to those of packed ones; may work in place. PELT_E_RANGE for one past
 * the vertices, or whose packed one is past 65535; nothing is written. */
pelt_status pelt_arrays_packed_indices_get(uint16_t *out, const pelt_arrays_packed *packed,
                                           const uint16_t *indices, uint32_t count);

/* Folds plain matrices into the entries that the kernels take. _q16: what leaves their bounds is
 * clamped: vertices must stay within about 4096 units.
 * entries   [packed->entry_count + 1]: kernels may load past the last
 * plain     [count]; count >= packed->joint_count */
pelt_status pelt_arrays_packed_fold_q16(pelt_entry_q16 *entries, const pelt_arrays_packed *packed,
                                        const pelt_matrix_q16 *plain, uint32_t count);
pelt_status pelt_arrays_packed_fold_f32(pelt_entry_f32 *entries, const pelt_arrays_packed *packed,
                                        const pelt_matrix_f32 *plain, uint32_t count);

/* As pelt_mesh_skin_*, on packed vertices in packed order, with entries from pelt_arrays_packed_fold_*. */
pelt_status pelt_arrays_packed_skin_q16(const pelt_output_q16 *out,
                                        const pelt_arrays_packed *packed,
                                        const pelt_entry_q16 *entries, uint32_t first,
                                        uint32_t count);
pelt_status pelt_arrays_packed_skin_f32(const pelt_output_f32 *out,
                                        const pelt_arrays_packed *packed,
                                        const pelt_entry_f32 *entries, uint32_t first,
                                        uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
