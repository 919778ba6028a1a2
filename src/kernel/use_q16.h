/* SPDX-License-Identifier: MIT */
/* What stages call of the fixed-point kernels beside a family's, and what those are checked
 * against. */
#ifndef PELT_KERNEL_USE_Q16_H
#define PELT_KERNEL_USE_Q16_H

#include <stdbool.h>

#include "check.h"
#include "family.h"

typedef skin_kernel_q16 skin_kernel_t;
typedef pelt_kernels_q16 kernels_t;

static inline void num_rescale(int32_t *normals, uint32_t stride_bytes, uint32_t count,
                               uint32_t raw_bits)
{
    pelt_reference_rescale_q16(normals, stride_bytes, count, raw_bits);
}

#ifndef PELT_CHECK_KERNELS

static inline void num_narrow_vertices(int16_t *to, uint32_t stride_bytes, const int32_t *vertices,
                                       uint32_t count, uint32_t shift)
{
    if (shift < 2u)
        pelt_reference_narrow_q16(to, stride_bytes, vertices, count, shift);
    else
        pelt_kernel_narrow_q16(to, stride_bytes, vertices, count, shift);
}

static inline void num_normalise(int32_t *normals, uint32_t stride_bytes, uint32_t count)
{
    pelt_kernel_normalise_q16(normals, stride_bytes, count);
}

#else

static inline bool num_agrees(int32_t actual, int32_t expected)
{
    return actual == expected;
}

static inline void check_words(const int32_t *actual, const int32_t *expected, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!num_agrees(actual[i], expected[i]))
            PELT_CHECK_FAILED();
}

/* One at a time, as it may be done in place. */
static inline void num_narrow_vertices(int16_t *to, uint32_t stride_bytes, const int32_t *vertices,
                                       uint32_t count, uint32_t shift)
{
    for (; count > 0u; count--, vertices += 6) {
        int16_t expected[6];
        pelt_reference_narrow_q16(expected, 12, vertices, 1, shift);
        if (shift < 2u)
            pelt_reference_narrow_q16(to, 12, vertices, 1, shift);
        else
            pelt_kernel_narrow_q16(to, 12, vertices, 1, shift);
        for (unsigned c = 0; c < 6u; c++)
            if (to[c] != expected[c])
                PELT_CHECK_FAILED();
        to = (int16_t *)(void *)((uint8_t *)to + stride_bytes);
    }
}

/* One at a time, as it is done in place. */
static inline void num_normalise(int32_t *normals, uint32_t stride_bytes, uint32_t count)
{
    for (; count > 0u; count--) {
        int32_t expected[3] = {normals[0], normals[1], normals[2]};
        pelt_reference_normalise_q16(expected, 12, 1);
        pelt_kernel_normalise_q16(normals, stride_bytes, 1);
        for (unsigned c = 0; c < 3u; c++)
            if (normals[c] != expected[c])
                PELT_CHECK_FAILED();
        normals = (int32_t *)(void *)((uint8_t *)normals + stride_bytes);
    }
}

static inline void num_reference_joint(int32_t out[12], const pelt_local_q16 *local,
                                       const int32_t *parent, const pelt_model *model)
{
    (model->family->q16->joints == pelt_joints_lean ? pelt_reference_joint_q12
                                                    : pelt_reference_joint_q16)(out, local, parent);
}

static inline void num_reference_entry(int32_t out[12], const int32_t joint[12],
                                       const format_entry_q16 *entry, uint32_t encoding)
{
    (encoding == PELT_LEAN ? pelt_reference_entry_q12 : pelt_reference_entry_q16)(out, joint,
                                                                                  entry);
}

static inline skin_kernel_q16 *num_reference_of(skin_kernel_q16 *kernel)
{
    static skin_kernel_q16 *const references[][2] = {
        {pelt_kernel_1_q16, pelt_reference_1_q16},
        {pelt_kernel_2_q16, pelt_reference_2_q16},
        {pelt_kernel_3_q16, pelt_reference_3_q16},
        {pelt_kernel_4_q16, pelt_reference_4_q16},
        {pelt_kernel_set_1_q16, pelt_reference_set_1_q16},
        {pelt_kernel_set_2_q16, pelt_reference_set_2_q16},
        {pelt_kernel_set_3_q16, pelt_reference_set_3_q16},
        {pelt_kernel_set_4_q16, pelt_reference_set_4_q16},
        {pelt_kernel_1_q12, pelt_reference_1_q12},
        {pelt_kernel_2_q12, pelt_reference_2_q12},
        {pelt_kernel_3_q12, pelt_reference_3_q12},
        {pelt_kernel_4_q12, pelt_reference_4_q12},
        {pelt_kernel_set_2_q12, pelt_reference_set_2_q12},
        {pelt_kernel_set_3_q12, pelt_reference_set_3_q12},
        {pelt_kernel_set_4_q12, pelt_reference_set_4_q12},
    };
    for (unsigned i = 0; i < sizeof references / sizeof references[0]; i++)
        if (kernel == references[i][0])
            return references[i][1];
    return kernel; /* of packed runs: those above are behind it */
}

#endif

static inline void num_tangents(int32_t *tangents, uint32_t stride_bytes, const uint8_t *records,
                                const uint8_t *stored, uint32_t count, const int32_t *palette,
                                const void *offsets, uint32_t influences, uint32_t encoding)
{
    (encoding == PELT_LEAN ? pelt_reference_tangents_q12 : pelt_reference_tangents_q16)(
        tangents, stride_bytes, records, stored, count, palette, offsets, influences);
}

#endif
