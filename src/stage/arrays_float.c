/* SPDX-License-Identifier: MIT */
/* Plain arrays in float: pelt/arrays.h. */
#include "pelt/arrays.h"

#include "../arithmetic/f32.h"
#include "../base/arena.h"
#include "../base/memory.h"
#include "../kernel/plain.h"
#include "../kernel/family.h"

typedef pelt_arrays_f32 arrays_t;
typedef pelt_matrix_f32 inverse_bind_t;
typedef skin_kernel_f32 skin_kernel_t;
typedef positions_kernel_f32 positions_kernel_t;

#ifdef FAMILY_POSITIONS_F32
#define NUM_POSITIONS(kernels) ((kernels)->positions)
#else
#define NUM_POSITIONS(kernels) ((void)(kernels), (positions_kernel_t *)NULL)
#endif
#define num_normalise pelt_kernel_normalise_f32
#define JOINT_KERNEL pelt_reference_joint_f32
#define PLAIN_KERNEL pelt_kernel_plain_f32
#define NUM_RECORD_BYTES(influences) format_record_bytes_f32(influences)
#define NUM_MAX_ENTRIES FORMAT_MAX_ENTRIES_F32
#define NUM_PACKED_ENCODING PELT_FLOAT
#define PACKED_KERNELS pelt_float_plain_kernels

#include "run.inc"

/// Skeleton //////////////////////////////////////////////////////////////////////////////////////

/* Adjugate over determinant. */
static bool invert(float out[12], const float m[12])
{
    for (unsigned r = 0; r < 3u; r++) {
        for (unsigned c = 0; c < 3u; c++) {
            const unsigned r1 = (c + 1u) % 3u, r2 = (c + 2u) % 3u;
            const unsigned c1 = (r + 1u) % 3u, c2 = (r + 2u) % 3u;
            out[4u * r + c] = m[4u * r1 + c1] * m[4u * r2 + c2] - m[4u * r1 + c2] * m[4u * r2 + c1];
        }
    }
    const float determinant = m[0] * out[0] + m[1] * out[4] + m[2] * out[8];
    if (!(determinant > 1e-30f || determinant < -1e-30f)) /* singular, or not a number */
        return false;
    for (unsigned r = 0; r < 3u; r++) {
        float *row = out + 4u * r;
        for (unsigned c = 0; c < 3u; c++)
            row[c] /= determinant;
        row[3] = -(row[0] * m[3] + row[1] * m[7] + row[2] * m[11]);
    }
    return true;
}

static void build_plain(float out[12], const float m[12], const float b[12])
{
    for (unsigned r = 0; r < 12u; r += 4u, m += 4) {
        for (unsigned c = 0; c < 3u; c++)
            out[r + c] = num_entry_dot(m, b[c], b[4u + c], b[8u + c], 0);
        out[r + 3u] = num_entry_translate(m, b[3], b[7], b[11]);
    }
}

#define LARGEST 3.402823466e38f /* of all floats; <float.h> is not for all targets */

/* Makes `count` <= 8 weights sum to one: see pelt_arrays_weights_repair_*. NaN and infinity count as zero. */
PELT_NOINLINE
static void repair_weights(num *weights, uint32_t count)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < count; k++) {
        if (!(weights[k] > 0.0f) || weights[k] > LARGEST)
            weights[k] = 0.0f;
        sum += weights[k];
    }
    if (sum > LARGEST) { /* up to eight of the largest: in sixteenths their sum is finite */
        sum = 0.0f;
        for (uint32_t k = 0; k < count; k++) {
            weights[k] *= 0.0625f;
            sum += weights[k];
        }
    }
    if (count == 0u || sum == 1.0f)
        return;
    if (!(sum > 0.0f)) {
        weights[0] = 1.0f;
        return;
    }
    float rest = 1.0f;
    uint32_t largest = 0;
    for (uint32_t k = 0; k < count; k++) {
        weights[k] /= sum; /* division, not a reciprocal: tiny sums have none */
        rest -= weights[k];
        if (weights[k] > weights[largest])
            largest = k;
    }
    weights[largest] += rest;
}

#include "arrays.inc"

/// Packing ///////////////////////////////////////////////////////////////////////////////////////

#define pack_weights repair_weights

static void pack_grid(pelt_arrays_packed *packed, const arrays_t *arrays)
{
    (void)packed;
    (void)arrays;
}

/* Floats are kept; weights move by the repair's rounding only. */
static void pack_record(uint8_t *record, pelt_arrays_packed *packed, const arrays_t *arrays,
                        uint32_t vertex, const packed_influences *in)
{
    (void)packed;
    uint32_t *offsets = (uint32_t *)(void *)record;
    for (uint32_t k = 0; k < in->count; k++)
        offsets[k] = in->joints[k] * FORMAT_ENTRY_BYTES;
    float *at = (float *)(void *)(record + 4u * in->count);
    for (uint32_t k = 0; k < in->count && in->count > 1u; k++)
        *at++ = in->weights[k];
    copy_three(at, attribute_at(arrays->positions, arrays->position_stride, 3, vertex));
    if (arrays->normals != NULL)
        copy_three(at + 3, attribute_at(arrays->normals, arrays->normal_stride, 3, vertex));
}

static void fold_entry(num folded[12], const pelt_arrays_packed *packed, const num plain[12])
{
    (void)packed;
    for (unsigned i = 0; i < 12u; i++)
        folded[i] = plain[i];
}

#include "pack.inc"

/* clang-format off */

pelt_status pelt_arrays_init_f32(arrays_t *arrays, const num *positions, const num *normals,
                                 const void *joints, pelt_arrays_joint_type joint_type,
                                 const num *weights, uint32_t stride_bytes, uint32_t vertex_count,
                                 uint32_t influence_count)
{
    return arrays_init(arrays, positions, normals, joints, joint_type, weights, stride_bytes,
                       vertex_count, influence_count);
}
pelt_status pelt_arrays_skin_f32(const output_t *out, const arrays_t *arrays,
                                 const matrix_t *palette, uint32_t palette_count, uint32_t first,
                                 uint32_t count)
{ return arrays_skin(out, arrays, palette, palette_count, first, count); }
pelt_status pelt_arrays_skin_tangents_f32(num *tangents, uint32_t stride_bytes,
                                          const arrays_t *arrays, const matrix_t *palette,
                                          uint32_t palette_count, uint32_t first, uint32_t count)
{
    return arrays_skin_tangents(tangents, stride_bytes, arrays, palette, palette_count, first,
                                count);
}
pelt_status pelt_arrays_morph_f32(num *out, const num *base, const num *const *shapes,
                                  const num *weights, uint32_t shape_count, uint32_t flags,
                                  uint32_t first, uint32_t count)
{ return arrays_morph(out, base, shapes, weights, shape_count, flags, first, count); }
pelt_status pelt_arrays_joints_build_f32(joint_matrix_t *matrices, const local_t *locals,
                                    const uint16_t *parents, uint32_t count)
{ return skeleton_build(matrices, locals, parents, count); }
pelt_status pelt_arrays_binds_build_f32(inverse_bind_t *inverse_binds, const joint_matrix_t *bind,
                                         uint32_t count)
{ return inverse_binds_build(inverse_binds, bind, count); }
pelt_status pelt_arrays_palette_build_f32(matrix_t *palette, const joint_matrix_t *matrices,
                                    const inverse_bind_t *inverse_binds, uint32_t count)
{ return matrices_build(palette, matrices, inverse_binds, count); }
pelt_status pelt_arrays_weights_repair_f32(num *weights, const arrays_t *arrays)
{ return weights_repair(weights, arrays); }
pelt_status pelt_arrays_pack_f32(pelt_arrays_packed *packed, const arrays_t *arrays,
                                 pelt_arena *arena)
{ return arrays_pack(packed, arrays, arena); }
pelt_status pelt_arrays_packed_fold_f32(entry_t *entries, const pelt_arrays_packed *packed, const matrix_t *plain,
                                 uint32_t count)
{ return packed_fold(entries, packed, plain, count); }
pelt_status pelt_arrays_packed_skin_f32(const output_t *out, const pelt_arrays_packed *packed,
                                 const entry_t *entries, uint32_t first, uint32_t count)
{ return packed_skin(out, packed, entries, first, count); }
