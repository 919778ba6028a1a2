/* SPDX-License-Identifier: MIT */
/* All stages in float: the arithmetic, then each stage once. */
#include <stdbool.h>

#include "arena.h"
#include "f32.h"
#include "kernel.h"
#include "memory.h"
#include "timeline.h"
#include "view.h"
#include "weights.h"

#define PELT_LOCAL pelt_local_f32
#define PELT_POSE pelt_pose_f32
#define PELT_MATRIX pelt_matrix_f32
#define PELT_JOINTS pelt_joints_f32
#define PELT_PALETTE pelt_palette_f32
#define PELT_MORPHED pelt_morphed_f32
#define PELT_OUTPUT pelt_output_f32
#define PELT_ARRAYS pelt_arrays_f32
#define NUM_RECORD_BYTES(influences) format_record_bytes_f32(influences)
#define NUM_MAX_ENTRIES FORMAT_MAX_ENTRIES_F32
#define KERNEL_NAME(n) pelt_kernel_##n##_f32
#define TANGENT_KERNEL pelt_reference_tangents_f32
#define TRACKS_KERNEL pelt_kernel_tracks_f32
#define JOINTS_KERNEL pelt_kernel_joints_f32
#define MIX_KERNEL pelt_kernel_mix_f32
#define MIXED_KERNEL pelt_kernel_1_f32
#define MIXED_REFERENCE pelt_reference_1_f32
#define NUM_HEAD_BYTES(influences) format_head_bytes_f32(influences)
#define PALETTE_KERNEL pelt_kernel_palette_f32

static void finish_normals(num *normals, uint32_t stride_bytes, uint32_t count, bool unit,
                           uint32_t raw_bits)
{
    (void)raw_bits;
    if (!unit)
        pelt_kernel_normalise_f32(normals, stride_bytes, count);
}

#include "pose.inc"
#include "sample.inc"
#include "blend.inc"
#include "joints.inc"
#include "palette.inc"
#include "weights.inc"
#include "morph.inc"
#include "skin.inc"
#include "arrays.inc"

/// References of the kernels of whole stages /////////////////////////////////////////////////////

void pelt_reference_tracks_f32(pelt_local_f32 *locals, const format_track *tracks, uint32_t count,
                               const uint8_t *keys, pelt_time time)
{
    sample_tracks(locals, tracks, count, keys, time);
}

void pelt_reference_joints_f32(pelt_matrix_f32 *matrices, const pelt_local_f32 *locals,
                               const format_joint *joints, uint32_t count)
{
    build_all_joints(matrices, locals, joints, count);
}

void pelt_reference_palette_f32(pelt_matrix_f32 *palette, const pelt_matrix_f32 *matrices,
                                const format_entry_f32 *entries, uint32_t count)
{
    build_all_entries(palette, matrices, entries, count);
}

/// Packing ///////////////////////////////////////////////////////////////////////////////////////

static void pack_weights(num *weights, uint32_t count)
{
    static const uint16_t joints[8] = {0};
    if (count > 0u)
        (void)pelt_weights_repair_f32(weights, joints, 1, count);
}

static void pack_grid(pelt_packed *packed, const pelt_arrays_f32 *arrays)
{
    (void)packed;
    (void)arrays;
}

static void pack_record(uint8_t *record, pelt_pack_error *worst, const pelt_packed *packed,
                        const pelt_arrays_f32 *arrays, uint32_t vertex, const uint8_t *sources,
                        const uint16_t *joints, const num *weights, uint32_t count)
{
    (void)packed;
    (void)sources;
    (void)worst; /* floats are kept; weights move by the repair's rounding only */
    uint32_t *offsets = (uint32_t *)(void *)record;
    for (uint32_t k = 0; k < count; k++)
        offsets[k] = joints[k] * FORMAT_ENTRY_BYTES;
    float *at = (float *)(void *)(record + 4u * count);
    for (uint32_t k = 0; k < count && count > 1u; k++)
        *at++ = weights[k];
    for (unsigned axis = 0; axis < 3u; axis++)
        *at++ = arrays->positions[3u * (size_t)vertex + axis];
    for (unsigned axis = 0; axis < 3u; axis++)
        *at++ = arrays->normals == NULL ? 0.0f : arrays->normals[3u * (size_t)vertex + axis];
}

static void fold_entry(num folded[12], const pelt_packed *packed, const num plain[12])
{
    (void)packed;
    for (unsigned i = 0; i < 12u; i++)
        folded[i] = plain[i];
}

#include "pack.inc"

/// Hand-built palettes ///////////////////////////////////////////////////////////////////////////

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

pelt_status pelt_inverse_binds_f32(pelt_matrix_f32 *inverse_binds, const pelt_matrix_f32 *bind,
                                   uint32_t count)
{
    if (inverse_binds == NULL || bind == NULL)
        return PELT_E_ARGUMENT;
    pelt_matrix_f32 inverse;
    for (uint32_t i = 0; i < count; i++)
        if (!invert(inverse.m, bind[i].m))
            return PELT_E_RANGE;
    for (uint32_t i = 0; i < count; i++)
        (void)invert(inverse_binds[i].m, bind[i].m);
    return PELT_OK;
}

pelt_status pelt_build_palette_arrays_f32(pelt_matrix_f32 *palette,
                                          const pelt_matrix_f32 *matrices,
                                          const pelt_matrix_f32 *inverse_binds, uint32_t count)
{
    if (palette == NULL || matrices == NULL || inverse_binds == NULL)
        return PELT_E_ARGUMENT;
    for (uint32_t i = 0; i < count; i++)
        build_entry(palette[i].m, matrices[i].m, inverse_binds[i].m, 0);
    return PELT_OK;
}
