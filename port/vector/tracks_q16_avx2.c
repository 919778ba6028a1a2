/* SPDX-License-Identifier: MIT */
/* Sampling in fixed point: the operations of src/arithmetic/curve.h in lanes. */
#include "../../src/arithmetic/curve.h"
#include "../../src/kernel/kernel.h"

#if defined(PELT_TRACKS_Q16) && PELT_TRACKS_Q16 == PELT_IN_VECTOR && defined(__SSE2__)

#define VECTOR_AVX2
#include "products.h"

typedef pelt_local_q16 local;
typedef int32_t word;
#define reference_track pelt_reference_track_q16

#include "tracks.inc"

/* As curve_scaled. */
VECTOR_INLINE vf scaled(vu part, vi range)
{
    const vu extent = (vu)range >> 16;
    const vu product = (part >> 16) * extent + (vu)MULHI_U(part, extent);
    return (vf)plus((vi)((vu)range << 16) >> 1, (vi)(product >> 1));
}

/* As curve_left_out. */
VECTOR_INLINE vf left_out(const vf q[3])
{
    const vi rest = minus(all((1 << 28) - 1), sum_of_products(q, q, 3));
    const vi m = MAX(rest, all(1 << 26)), y = rsqrt15((vu)m << 4);
    const vi w = plus(MADD(m >> 16, y), MULHI_U(m, y)) << 4;
    const vi missing = minus(m, mulh(w, w));
    return (vf)plus(w, (missing * (y >> 2)) >> 11);
}

/* a (2^16 - a) for a in [0, 2^16): 2^30 less the square of a's distance from the middle. */
VECTOR_INLINE vu times_rest(vu a)
{
    const vu middle = a ^ 0x8000u;
    return (1u << 30) - (vu)MADD(middle, middle);
}

/* As curve_slerp. Products of words take twice as long as those of halves, which are here wherever a
 * factor has 15 bits and the other's upper half does not count: 1 - 2u is 2^15 where the term is 0. */
VECTOR_INLINE vi slerp(vi *s, vi sharpness, vi u)
{
    const vi u16 = u >> 15;
    const vu v = times_rest((vu)u16), c = ((vu)sharpness + 2048u) >> 12;
    const vu cv = c * (v >> 14);
    const vu k = 21839u + (vu)MULHI_U(c >> 1, all(9524)) - (vu)MULHI_U(cv >> 19, all(19477));
    const vi term = (vi)((vu)MADD(cv >> 17, k) >> 15);
    const vi weight = plus(u, MADD(term, 32768 - u16) >> 3);
    const vu x = c * (times_rest((vu)weight >> 15) >> 14), x16 = x >> 18;
    vu p = 19914u + (vu)MULHI_U(x16, all(23711));
    p = 24593u + (vu)MULHI_U(p, x16);
    p = 32769u + (vu)MULHI_U(p, x16);
    const vi whole = (vi)(((x >> 16) * p + (vu)MULHI_U(x, p)) >> 3);
    const vi flat = sharpness < (int32_t)CURVE_FLAT;
    *s = where(flat, (vi)((vu)sharpness * (v >> 18) >> 12), whole);
    return where(flat, u, weight);
}

/* As curve_arc. */
VECTOR_INLINE vf find_weight(const vf a[4], const vf b[4], vi u, vf *up)
{
    vf way[4];
    UNROLL
    for (unsigned i = 0; i < 4u; i++)
        way[i] = (vf)minus((vi)b[i], (vi)a[i]);
    const vi squares = sum_of_products(way, way, 4), most = all((int32_t)CURVE_MOST_SHARPNESS);
    /* Below 0 is 2^31 and more. */
    const vi sharpness = where(squares >> 31, most, MIN(squares, most));
    vi s;
    const vi weight = slerp(&s, sharpness, u);
    *up = (vf)s;
    return (vf)weight;
}

VECTOR_INLINE void turn(vf q[4], const vf a[4], const vf b[4], vf weight, vf up)
{
    /* The lower half with its sign, which the upper one makes up for. */
    const vi high = ((vi)up + 0x8000) >> 16, low = (vi)up & 0xFFFF;
    UNROLL
    for (unsigned i = 0; i < 4u; i++) {
        const vi way = minus((vi)b[i], (vi)a[i]);
        const vi chord = plus((vi)a[i], (vi)((vu)mulh(way, (vi)weight) << 1));
        const vi by = chord >> 16, product = plus(MADD(high, by), MADD(low, by) >> 16);
        q[i] = (vf)plus(chord, (vi)((vu)product << 1));
    }
}

/* As fx_lerp and num_of_length. */
VECTOR_INLINE void move(vf v[4], const vf a[4], const vf b[4], vi u, vu forms)
{
    UNROLL
    for (unsigned i = 0; i < 3u; i++) {
        const vu moved = (vu)mulh(minus((vi)b[i], (vi)a[i]), u) << 1;
        v[i] = (vf)(plus((vi)a[i], (vi)moved) >> (vi)forms);
    }
}

AVX2_KERNEL(pelt_kernel_tracks_q16, pelt_reference_tracks_q16,
            (pelt_local_q16 * locals, const format_track *tracks, uint32_t count,
             const uint8_t *keys, const struct clip_moment *moment),
            (locals, tracks, count, keys, moment),
            sample_tracks(locals, tracks, count, keys, moment))

#endif
