/* SPDX-License-Identifier: MIT */
/* q16 renormalisation: the reference's operations (src/kernel/exact.c) in lanes. */
#include "../../src/base/fixed.h"
#include "../../src/kernel/kernel.h"

#if defined(PELT_NORMALISE_Q16) && PELT_NORMALISE_Q16 == PELT_IN_VECTOR && defined(__SSE2__)

#define VECTOR_AVX2
#include "vector.h"

typedef int32_t word;

/* floor(log2(a)) for 1 <= a < 2^31: the exponent of a float. Without the bits below leading ones,
 * rounding cannot carry into the next power. */
VECTOR_INLINE vi exponent(vi a)
{
    const vi bits = (vi) __builtin_convertvector(a & ~(a >> 1), vf);
    return (bits >> 23) - 127;
}

/* pelt_rsqrt_table[(m >> 25) - 32] by its definition (src/base/rsqrt.c), which takes no more than
 * looking them up: 2^15 / sqrt of the interval's middle, here in 64ths. Tests compare all 96. */
VECTOR_INLINE vi table_at(vu m)
{
    const vf middle = __builtin_convertvector((vi)(m >> 24 | 1), vf);
    return __builtin_convertvector(262144.0f / __builtin_ia32_sqrtps256(middle) + 0.5f, vi);
}

/* As fx_rsqrt15. */
VECTOR_INLINE vi rsqrt15(vu m)
{
    const vu y = (vu)table_at(m), square = y * y >> 15; /* y: 15 bits */
    const vu product = (m >> 16) * square >> 14;
    return (vi)(y * (98300u - product) >> 16);
}

/* Of vectors v whose widest component has 15 bits; scaled. */
VECTOR_INLINE void scale_to_unit(vi v[3])
{
    const vu squares = (vu)(v[0] * v[0]) + (vu)(v[1] * v[1]) + (vu)(v[2] * v[2]);
    /* In [2^28, 3 * 2^30], brought to [2^30, 2^32); zero vectors, too: they look up something. */
    const vi small = (vi)(squares >> 30) == 0;
    const vi root = rsqrt15((vu)where(small, (vi)(squares << 2), (vi)squares));
    /* Twice where small, below 2^31 either way: so all are shifted by 14. */
    const vi scale = root + (root & small);
    UNROLL
    for (unsigned c = 0; c < 3u; c++)
        v[c] = (v[c] * scale + (1 << 13)) >> 14;
}

VECTOR_INLINE void unit(vf columns[3])
{
    vi v[3], width = all(1);
    UNROLL
    for (unsigned c = 0; c < 3u; c++) {
        v[c] = (vi)columns[c];
        width |= v[c] ^ (v[c] >> 31);
    }
    /* To 15 bits: down by top - 14, the last one rounded; or up by 14 - top. All are wide, unless
     * someone made them short or zero. */
    const vi top = exponent(width), wide = top > 14;
    const vi down = (top - 15) & wide, up = (14 - top) & ~wide;
    const bool all_wide = !ANY(~wide);
    UNROLL
    for (unsigned c = 0; c < 3u; c++) {
        const vi rounded = ((v[c] >> down) + 1) >> 1;
        v[c] = all_wide ? rounded : where(wide, rounded, (vi)((vu)v[c] << (vu)up));
    }
    scale_to_unit(v);
    UNROLL
    for (unsigned c = 0; c < 3u; c++)
        columns[c] = (vf)v[c];
}

#include "normalise.inc"

AVX2_KERNEL(pelt_kernel_normalise_q16, pelt_reference_normalise_q16,
            (int32_t * normals, uint32_t stride_bytes, uint32_t count),
            (normals, stride_bytes, count), normalise(normals, stride_bytes, count))

#endif
