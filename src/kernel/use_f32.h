/* SPDX-License-Identifier: MIT */
/* What stages call of the float kernels beside a family's, and what those are checked against. */
#ifndef PELT_KERNEL_USE_F32_H
#define PELT_KERNEL_USE_F32_H

#include <stdbool.h>

#include "check.h"
#include "family.h"

typedef skin_kernel_f32 skin_kernel_t;
typedef pelt_kernels_f32 kernels_t;

/* Raw normals of unit length have it already. */
static inline void num_rescale(float *normals, uint32_t stride_bytes, uint32_t count,
                               uint32_t raw_bits)
{
    (void)normals, (void)stride_bytes, (void)count, (void)raw_bits;
}

static inline void num_normalise(float *normals, uint32_t stride_bytes, uint32_t count)
{
    pelt_kernel_normalise_f32(normals, stride_bytes, count);
}

static inline void num_tangents(float *tangents, uint32_t stride_bytes, const uint8_t *records,
                                const uint8_t *stored, uint32_t count, const float *palette,
                                const void *offsets, uint32_t influences, uint32_t encoding)
{
    (void)encoding;
    pelt_reference_tangents_f32(tangents, stride_bytes, records, stored, count, palette, offsets,
                                influences);
}

#ifdef PELT_CHECK_KERNELS

/* Kernels may fuse multiplications and additions: a few roundings of words up to 2^10. What is not a
 * number in one is none in the other. */
static inline bool num_agrees(float actual, float expected)
{
    if (actual == expected || (actual != actual && expected != expected))
        return true;
    const float error = actual < expected ? expected - actual : actual - expected;
    const float magnitude = expected < 0.0f ? -expected : expected;
    return error <= 1e-4f + 1e-5f * magnitude;
}

static inline void check_words(const float *actual, const float *expected, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!num_agrees(actual[i], expected[i]))
            PELT_CHECK_FAILED();
}

static inline void num_reference_joint(float out[12], const pelt_local_f32 *local,
                                       const float *parent, const pelt_model *model)
{
    (void)model;
    pelt_reference_joint_f32(out, local, parent);
}

static inline void num_reference_entry(float out[12], const float joint[12],
                                       const format_entry_f32 *entry, uint32_t encoding)
{
    (void)encoding;
    pelt_reference_entry_f32(out, joint, entry);
}

static inline skin_kernel_f32 *num_reference_of(skin_kernel_f32 *kernel)
{
    static skin_kernel_f32 *const references[][2] = {
        {pelt_kernel_1_f32, pelt_reference_1_f32},
        {pelt_kernel_2_f32, pelt_reference_2_f32},
        {pelt_kernel_3_f32, pelt_reference_3_f32},
        {pelt_kernel_4_f32, pelt_reference_4_f32},
        {pelt_kernel_set_1_f32, pelt_reference_set_1_f32},
        {pelt_kernel_set_2_f32, pelt_reference_set_2_f32},
        {pelt_kernel_set_3_f32, pelt_reference_set_3_f32},
        {pelt_kernel_set_4_f32, pelt_reference_set_4_f32},
    };
    for (unsigned i = 0; i < sizeof references / sizeof references[0]; i++)
        if (kernel == references[i][0])
            return references[i][1];
    PELT_CHECK_FAILED();
    return kernel;
}

#endif

#endif
