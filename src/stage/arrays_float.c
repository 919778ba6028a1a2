/* SPDX-License-Identifier: MIT */
/* Plain arrays in float: pelt/arrays.h. */
#include <stdbool.h>

#include "pelt/arrays.h"

#include "../arithmetic/f32.h"
#include "../base/arena.h"
#include "../base/memory.h"
#include "../kernel/plain.h"
#include "../kernel/use_f32.h"
#include "types.inc"
#include "vertex_weights.h"

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

static void repair_weights(num *weights, uint32_t count)
{
    pelt_weights_to_one(weights, count);
}

#include "arrays.inc"

/// Packing ///////////////////////////////////////////////////////////////////////////////////////

static void pack_weights(num *weights, uint32_t count)
{
    pelt_weights_to_one(weights, count);
}

static void pack_grid(pelt_packed *packed, const pelt_arrays_f32 *arrays)
{
    (void)packed;
    (void)arrays;
}

/* Floats are kept; weights move by the repair's rounding only. */
static void pack_record(uint8_t *record, pelt_pack_error *worst, const pelt_packed *packed,
                        const pelt_arrays_f32 *arrays, uint32_t vertex, const packed_influences *in)
{
    (void)packed;
    (void)worst;
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

static void fold_entry(num folded[12], const pelt_packed *packed, const num plain[12])
{
    (void)packed;
    for (unsigned i = 0; i < 12u; i++)
        folded[i] = plain[i];
}

#include "pack.inc"
