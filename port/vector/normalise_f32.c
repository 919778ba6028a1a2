/* SPDX-License-Identifier: MIT */
/* f32 renormalisation: the reference's operations in lanes, none fused; the same bits. */
#include "../../src/kernel/kernel.h"

#if defined(PELT_NORMALISE_F32) && PELT_NORMALISE_F32 == PELT_IN_VECTOR

#include "vector.h"

typedef float word;

VECTOR_INLINE vf sum_of_squares(const vf v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

/* Vectors whose squares could leave the range are first scaled by 2^50 or 2^-50, which is exact. */
VECTOR_INLINE void unit(vf v[3])
{
    vf squares = sum_of_squares(v);
    const vi tiny = squares<1e-24f, huge = squares> 1e24f;
    if (ANY(tiny | huge)) {
        const vf one = (vf){0} + 1.0f, up = one * 0x1p50f, down = one * 0x1p-50f;
        const vf scale = (vf)where(tiny, (vi)up, where(huge, (vi)down, (vi)one));
        UNROLL
        for (unsigned c = 0; c < 3u; c++)
            v[c] = v[c] * scale;
        squares = sum_of_squares(v);
    }
    const vi has_length = squares > 1e-30f;
    const vf inverse = rsqrt(squares);
    UNROLL
    for (unsigned c = 0; c < 3u; c++)
        v[c] = (vf)((vi)(v[c] * inverse) & has_length);
}

#include "normalise.inc"

KERNEL(pelt_kernel_normalise_f32, (float *normals, uint32_t stride_bytes, uint32_t count),
       (normals, stride_bytes, count), normalise(normals, stride_bytes, count))

#endif
