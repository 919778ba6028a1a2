/* SPDX-License-Identifier: MIT */
/* Blends two poses in float, with the reference's bits, as nothing is fused. */
#include "../../src/arithmetic/layers_f32.h"
#include "../../src/kernel/kernel.h"

#if defined(PELT_BLEND_F32) && PELT_BLEND_F32 == PELT_IN_VECTOR

#include "vector.h"

typedef pelt_local_f32 local;
#define WEIGHT_ONE NUM_WEIGHT_ONE

VECTOR_INLINE vf towards(vf a, vf b, vf u)
{
    return a + (b - a) * u;
}

VECTOR_INLINE void between(rotations *r, const vf other[4], vf u)
{
    vf *const q = r->q;
    const vf cosine = q[0] * other[0] + q[1] * other[1] + q[2] * other[2] + q[3] * other[3];
    const vi sign = (cosine < 0.0f) & all(INT32_MIN);
    UNROLL
    for (unsigned i = 0; i < 4u; i++)
        q[i] = towards(q[i], (vf)((vi)other[i] ^ sign), u);
    r->squares = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

VECTOR_INLINE void find_root(rotations *r)
{
    r->scale = rsqrt(r->squares);
}

VECTOR_INLINE void to_unit(vf q[4], const rotations *r)
{
    const vi has_length = r->squares > 1e-30f;
    const vf one = (vf){0} + 1.0f;
    UNROLL
    for (unsigned i = 0; i < 4u; i++)
        q[i] = (vf)((vi)(r->q[i] * r->scale) & has_length);
    q[3] = (vf)((vi)q[3] | ((vi)one & ~has_length));
}

#define blend_lengths towards
#define STAY(differ) false /* zeros may change their sign */

VECTOR_INLINE vf blend_scales(vf a, vf b, vf u)
{
    return (vf)where(a == b, (vi)a, (vi)towards(a, b, u));
}

#include "blend.inc"

KERNEL(pelt_kernel_blend_f32,
       (pelt_local_f32 * locals, const pelt_local_f32 *others, uint32_t count, float weight,
        const uint8_t *mask),
       (locals, others, count, weight, mask), blend(locals, others, count, weight, mask))

#endif
