/* SPDX-License-Identifier: MIT */
/* Between two poses in fixed point: the reference's operations in lanes. */
#include "../../src/arithmetic/layers_q16.h"
#include "../../src/kernel/kernel.h"

#if defined(PELT_BLEND_Q16) && PELT_BLEND_Q16 == PELT_IN_VECTOR && defined(__SSE2__)

#define VECTOR_AVX2
#include "halves.h"
#include "products.h"

typedef pelt_local_q16 local;
#define WEIGHT_ONE NUM_WEIGHT_ONE

/* As fx_lerp. */
VECTOR_INLINE vi towards(vi a, vi b, vi u)
{
    return plus(a, (vi)((vu)mulh(minus(b, a), u) << 1));
}

#define STAY(differ) (SIGNS((differ) == 0) == 255u)

/* Words whose sign is the cosine's. The sum of products of upper halves is off by less than 2^18, and will
 * do unless it is within 2^18 of where the sign changes: 0, and 2^31, past which both sums wrap. */
VECTOR_INLINE vi side_of(const vf a[4], const vf b[4])
{
    const vi xy = MADD(upper_halves((vi)a[0], (vi)a[1]), upper_halves((vi)b[0], (vi)b[1]));
    const vi zw = MADD(upper_halves((vi)a[2], (vi)a[3]), upper_halves((vi)b[2], (vi)b[3]));
    const vi side = plus(xy, zw), far = plus(side, all(1 << 18)) & INT32_MAX;
    return ANY(far - (1 << 19)) ? sum_of_products(a, b, 4) : side;
}

VECTOR_INLINE void between(rotations *r, const vf other[4], vf u)
{
    const vi side = side_of(r->q, other) | 1;
    UNROLL
    for (unsigned i = 0; i < 4u; i++)
        r->q[i] = (vf)towards((vi)r->q[i], (vi)__builtin_ia32_psignd256((vi)other[i], side), (vi)u);
    r->squares = (vf)sum_of_products(r->q, r->q, 4);
}

/* As num_unit_quaternion. The squares are shifted up by an even number. */
VECTOR_INLINE void find_root(rotations *r)
{
    const vu squares = (vu)r->squares;
    const vi zeros = (30 - exponent((vi)(squares >> 1) | 1)) & ~1;
    r->scale = (vf)(rsqrt30(squares << (vu)zeros) & ~((vi)squares == 0));
    r->up = (vf)(1 + (zeros >> 1));
}

VECTOR_INLINE void to_unit(vf q[4], const rotations *r)
{
    const vi none = (vi)r->squares == 0;
    UNROLL
    for (unsigned i = 0; i < 4u; i++)
        q[i] = (vf)((vi)((vu)mulh((vi)r->q[i], (vi)r->scale) << (vu)r->up));
    q[3] = (vf)((vi)q[3] | (none & all(NUM_ONE)));
}

VECTOR_INLINE vf blend_lengths(vf a, vf b, vf u)
{
    return (vf)towards((vi)a, (vi)b, (vi)u);
}

/* As num_lerp_scale. */
VECTOR_INLINE vf blend_scales(vf a, vf b, vf u)
{
    const vi from = (vi)a, to = (vi)b, most = all((1 << 30) - 1);
    const vi half = MIN(MAX(towards(from >> 1, to >> 1, (vi)u), ~most), most);
    return (vf)where(from == to, from, (vi)((vu)half << 1));
}

#include "blend.inc"

AVX2_KERNEL(pelt_kernel_blend_q16, pelt_reference_blend_q16,
            (pelt_local_q16 * locals, const pelt_local_q16 *others, uint32_t count, int32_t weight,
             const uint8_t *mask),
            (locals, others, count, weight, mask), blend(locals, others, count, weight, mask))

#endif
