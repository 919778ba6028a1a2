/* SPDX-License-Identifier: MIT */
/* Sampling in float: the results are those of curve.h and f32.h but for rounding. */
#include "../../src/arithmetic/curve.h"
#include "../../src/kernel/kernel.h"

#if defined(PELT_TRACKS_F32) && PELT_TRACKS_F32 == PELT_IN_VECTOR && defined(__SSE2__)

#define FLOATS
#define VECTOR_AVX2
#include "vector.h"

typedef pelt_local_f32 local;
typedef float word;
#define reference_track pelt_reference_track_f32

#include "tracks.inc"

VECTOR_INLINE vf scaled(vu part, vi range)
{
    const vf low = __builtin_convertvector(range << 16 >> 16, vf) * 0x1p-15f;
    const vf extent = __builtin_convertvector((vi)((vu)range >> 16), vf) * 0x1p-39f;
    return MULTIPLY_ADD(__builtin_convertvector((vi)(part >> 8), vf), extent, low);
}

#define EACH(a) ((vf){0} + (a))

/* At least 1/2. */
VECTOR_INLINE vf left_out(const vf q[3])
{
    const vf least = EACH(0.25f);
    const vf rest_x = MULTIPLY_ADD(-q[0], q[0], EACH(1.0f));
    const vf rest = MULTIPLY_ADD(-q[2], q[2], MULTIPLY_ADD(-q[1], q[1], rest_x));
    return __builtin_ia32_sqrtps256(__builtin_ia32_maxps256(rest, least));
}

/* As num_arc. */
VECTOR_INLINE vf find_weight(const vf a[4], const vf b[4], vi parts, vf *up)
{
    const vf u = __builtin_convertvector(parts, vf) * 0x1p-31f;
    vf way[4];
    UNROLL
    for (unsigned i = 0; i < 4u; i++)
        way[i] = b[i] - a[i];
    const vf first = MULTIPLY_ADD(way[1], way[1], way[0] * way[0]);
    const vf halves = 0.5f * (first + MULTIPLY_ADD(way[3], way[3], way[2] * way[2]));
    const vf most = EACH(0.2929f), c = __builtin_ia32_minps256(halves, most);
    const vf v = u * (1.0f - u), slope = MULTIPLY_ADD(v, EACH(-0.29719562f), EACH(0.1453214f));
    const vf k = MULTIPLY_ADD(c, slope, EACH(0.33323749f)), side = v * (1.0f - 2.0f * u);
    const vf weight = MULTIPLY_ADD(side * c, k, u), x = (c + c) * weight * (1.0f - weight);
    const vf s = MULTIPLY_ADD(x, EACH(0.36180348f), EACH(0.30386981f));
    *up = x * MULTIPLY_ADD(x, MULTIPLY_ADD(x, s, EACH(0.37526114f)), EACH(0.49999878f));
    return weight;
}

VECTOR_INLINE void turn(vf q[4], const vf a[4], const vf b[4], vf weight, vf up)
{
    UNROLL
    for (unsigned i = 0; i < 4u; i++) {
        const vf chord = MULTIPLY_ADD(b[i] - a[i], weight, a[i]);
        q[i] = MULTIPLY_ADD(chord, up, chord);
    }
}

/* Times 2^(form - 97). */
VECTOR_INLINE void move(vf v[4], const vf a[4], const vf b[4], vi parts, vu forms)
{
    const vf u = __builtin_convertvector(parts, vf) * 0x1p-31f, scale = (vf)((forms + 30u) << 23);
    UNROLL
    for (unsigned i = 0; i < 3u; i++)
        v[i] = MULTIPLY_ADD(b[i] - a[i], u, a[i]) * scale;
}

AVX2_KERNEL(pelt_kernel_tracks_f32, pelt_reference_tracks_f32,
            (pelt_local_f32 * locals, const format_track *tracks, uint32_t count,
             const uint8_t *keys, const struct clip_moment *moment),
            (locals, tracks, count, keys, moment),
            sample_tracks(locals, tracks, count, keys, moment))

#endif
