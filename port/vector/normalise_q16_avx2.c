/* SPDX-License-Identifier: MIT */
/* q16 renormalisation: the reference's operations (src/kernel/exact.c) in lanes. */
#include "../../src/base/fixed.h"
#include "../../src/kernel/kernel.h"

#if defined(PELT_NORMALISE_Q16) && PELT_NORMALISE_Q16 == PELT_IN_VECTOR && defined(__SSE2__)

#define VECTOR_AVX2
#include "products.h"

typedef int32_t word;

/* Scales vectors whose widest component has 15 bits. */
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
