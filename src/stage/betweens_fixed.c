/* SPDX-License-Identifier: MIT */
/* Builds the palette entries of in-betweens in fixed point, with products that a Cortex-M0 has. S and T are
 * the source and the target, two entries of the palette, and R the rotation of S^-1 T. An in-between takes
 * `part` of R (BTWN in src/blob/format.h):
 *   x -> (1 - part) S pivot + part T pivot + S3x3 R^part (x - pivot)
 * where R^part is the normalised quaternion (1 - part) + part q, and q that of R. D = S^T T, a multiple of R,
 * gives q (rotation_between), and q gives each part's entry (turn_by, build). The rotation is within 2^-10
 * of the exact one, and exactly the identity where R is. Sums are modulo 2^32; they exceed 32 bits only
 * where S^-1 T is no rotation. */
#include "../arithmetic/q16.h"
#include "../base/inline.h"
#include "../kernel/family.h"

/* 2^31 / sqrt(m / 2^30) for m in [2^30, 2^32), within 2^-13.9 of it: a Newton step as fx_rsqrt15's, of
 * products with all 32 bits; what is added to three halves its mean error. */
static inline uint32_t rsqrt31(uint32_t m)
{
    const uint32_t y = pelt_rsqrt_table[(m >> 25) - 32u];
    const uint32_t product = (m >> 16) * ((y * y) >> 13); /* m y^2, Q31, about one */
    return y * ((((uint32_t)3 << 30) + 40960u - (product >> 1)) >> 15);
}

/* The zeros above a number's bits, less one where they are odd. Most numbers here are large, and not
 * every core counts zeros. */
static inline unsigned even_zeros(uint32_t a)
{
    return a >> 28 == 0u ? fx_clz(a) & ~1u : a >> 30 == 0u ? 2u : 0u;
}

static inline uint32_t square(num a)
{
    return (uint32_t)a * (uint32_t)a;
}

/* An element of an entry times a number of 16 bits: exact / 2^16, lean / 2. */
static inline num times(num a, num b, bool lean)
{
    return lean ? (a >> 1) * b : fx_mulw(a, (int16_t)b);
}

static inline num times_add(num sum, num a, num b, bool lean)
{
    return lean ? fx_add(sum, times(a, b, lean)) : fx_mulw_add(sum, a, (int16_t)b);
}

/* A row times a place in grid steps, as positions are, and the row's translation. */
static inline num at_place(const num row[4], const num place[3], bool lean)
{
    const unsigned up = lean ? 2u : 0u;
    num sum = fx_mulw_add(row[3], fx_shl(row[0], up), (int16_t)place[0]);
    sum = fx_mulw_add(sum, fx_shl(row[1], up), (int16_t)place[1]);
    return fx_mulw_add(sum, fx_shl(row[2], up), (int16_t)place[2]);
}

/* What all in-betweens of one joint share. q is the unit quaternion of R, Q15, except that q[3] is 1 - w,
 * in [0, 1]. `from` is S pivot, and `way` is T pivot - S pivot. */
typedef struct joint_turn {
    num q[4], from[3], way[3];
} joint_turn;

/* T in 15 bits and sign; the root of its elements' squares is below 2^15.6. */
static inline void level(num out[9], const num t[12], bool lean)
{
    const unsigned shift = lean ? 2u : 16u;
    uint32_t squares = 64; /* of at most 64 + 9 * 2^28: for the bits that are shifted out */
    for (unsigned i = 0; i < 12u; i += 4u) {
        const num x = t[i] >> shift, y = t[i + 1u] >> shift, z = t[i + 2u] >> shift;
        squares += (uint32_t)(x * x) + (uint32_t)(y * y) + (uint32_t)(z * z);
    }
    const unsigned zeros = fx_clz(squares);
    const unsigned down = !lean ? (34u - zeros) / 2u : zeros >= 6u ? 0u : 3u - zeros / 2u;
    for (unsigned i = 0; i < 12u; i += 4u, out += 3)
        out[0] = t[i] >> down, out[1] = t[i + 1u] >> down, out[2] = t[i + 2u] >> down;
}

/* Computes of D = S^T T: out[0..2] = D21 - D12, D02 - D20, D10 - D01, which is twice its antisymmetric part;
 * out[3..5] = its diagonal. */
static inline void multiply(num out[6], const num s[12], const num t[9], bool lean)
{
    num x = 0, y = 0, z = 0, a = 0, b = 0, c = 0;
    for (unsigned r = 0; r < 3u; r++, s += 4, t += 3) {
        a = times_add(a, s[0], t[0], lean);
        z = times_add(z, s[1], t[0], lean);
        y = fx_sub(y, times(s[2], t[0], lean));
        z = fx_sub(z, times(s[0], t[1], lean));
        b = times_add(b, s[1], t[1], lean);
        x = times_add(x, s[2], t[1], lean);
        y = times_add(y, s[0], t[2], lean);
        x = fx_sub(x, times(s[1], t[2], lean));
        c = times_add(c, s[2], t[2], lean);
    }
    out[0] = x, out[1] = y, out[2] = z, out[3] = a, out[4] = b, out[5] = c;
}

/* Sets q to the unit quaternion of R. D is k R for some k > 0. For the quaternion (v, w) of R, the vector
 * a = d[0..2] is 4 k w v, and W = k + trace is 4 k w^2, so that (a, W) is proportional to (v, w). k is
 * unknown, but W >= 0 is the root of
 *   3 W^2 - 4 trace W = |a|^2
 * From a third of a turn on the trace is not positive. Then D is multiplied on the right by half a turn
 * about the axis of its largest diagonal element (the first of equals), and the quaternion is turned back. */
static inline void rotation_between(num q[4], const num s[12], const num t[12], bool lean)
{
    num d[6], levelled[9];
    unsigned axis = 3;
    q[0] = q[1] = q[2] = 0;
    q[3] = 32768;
    level(levelled, t, lean);
    multiply(d, s, levelled, lean);
    num w = fx_add(fx_add(d[3], d[4]), d[5]);
    if (w <= 0) {
        axis = d[3] >= d[4] ? d[3] >= d[5] ? 0u : 2u : d[4] >= d[5] ? 1u : 2u;
        for (unsigned i = 0; i < 9u; i++)
            if (i % 3u != axis)
                levelled[i] = -levelled[i];
        multiply(d, s, levelled, lean);
        w = fx_add(fx_add(d[3], d[4]), d[5]);
        if (w <= 0) /* no rotation */
            return;
    }
    num x = d[0], y = d[1], z = d[2];
    /* To 15 bits and sign, by their upper halves. */
    const num xh = x >> 16, yh = y >> 16, zh = z >> 16, wh = w >> 16;
    const unsigned down = (34u - fx_clz(64u + (uint32_t)(xh * xh) + (uint32_t)(yh * yh) +
                                        (uint32_t)(zh * zh) + (uint32_t)(wh * wh))) /
                          2u;
    x >>= down, y >>= down, z >>= down, w >>= down;
    /* (W / 2 - w / 3)^2 = (w^2 + 3 a^2 / 4) / 9, where the sums of squares are below 2^31.1. */
    const uint32_t across = square(x) + square(y) + square(z);
    uint32_t squares = square(w) + across - (across >> 2);
    if (squares < 4096u) /* entries of nearly no scale */
        return;
    unsigned even = even_zeros(squares);
    squares <<= even;
    /* The root in Q30, below 2^31, is sqrt(m / 2^30); below 2^16.9 of it are left. */
    const uint32_t root = ((squares >> 16) * (rsqrt31(squares) >> 15)) >> (15u + even / 2u);
    w = ((w + (num)root) * 21847) >> 16;
    squares = (across >> 2) + (uint32_t)(w * w); /* of half of (a, W), below 1.7 * 2^30 */
    even = even_zeros(squares);
    const num scale = (num)((rsqrt31(squares << even) + 32768u) >> 16); /* Q15 */
    const unsigned up = 16u - even / 2u;
    x = (x * scale + 16384) >> up; /* a half, where most numbers are: their shift is 15 */
    y = (y * scale + 16384) >> up;
    z = (z * scale + 16384) >> up;
    w = (2 * w * scale + 16384) >> up;
    q[0] = x, q[1] = y, q[2] = z, q[3] = w;
    if (axis < 3u) {
        const num turned[3][4] = {{w, z, -y, -x}, {-z, w, x, -y}, {y, -x, w, -z}};
        for (unsigned i = 0; i < 4u; i++)
            q[i] = turned[axis][3] < 0 ? -turned[axis][i] : turned[axis][i];
    }
}

static inline void turn_open(joint_turn *turn, const num s[12], const num t[12], const num place[3],
                             bool lean)
{
    rotation_between(turn->q, s, t, lean);
    const num less = 32768 - turn->q[3];
    turn->q[3] = less < 0 ? 0 : less;
    for (unsigned r = 0; r < 3u; r++, s += 4, t += 4) {
        turn->from[r] = at_place(s, place, lean);
        turn->way[r] = fx_sub(at_place(t, place, lean), turn->from[r]);
    }
}

/* Sets e, in Q14, to the rotation matrix of u = (part x, part y, part z, 1 - part + part w) minus the
 * identity: 2 / |u|^2 ([v]^2 + u_w [v]), where [v] is the cross-product matrix of the first three of u. */
static inline void turn_by(num e[9], const joint_turn *turn, num part)
{
    const num x = turn->q[0], y = turn->q[1], z = turn->q[2];
    const num less = (part * turn->q[3]) >> 15, w = 32768 - less;
    /* 1 - 2 (1 - part) part (1 - w), as q is a unit: [1/2, 1) in Q30. */
    const uint32_t norm = ((uint32_t)1 << 30) - 1u - 2u * (uint32_t)((32768 - part) * less);
    /* Its reciprocal, Q15: the square of a root, Q15, and a Newton step. */
    const uint32_t root = pelt_rsqrt_table[(norm >> 23) - 32u], about = (root * root) >> 13;
    const uint32_t two_less = 65536u - (norm >> 14) * about; /* Q31, and half its error */
    const num inverse = (num)((about * (two_less >> 16)) >> 15);
    const num share = (part * inverse) >> 15;                  /* Q15, at most 1.21 */
    const num f = (share * w) >> 15, g = (share * part) >> 15; /* at most one */
    const num fx = f * x, fy = f * y, fz = f * z;
    const num gx = (g * x) >> 15, gy = (g * y) >> 15, gz = (g * z) >> 15;
    const num xx = gx * x, yy = gy * y, zz = gz * z, xy = gx * y, xz = gx * z, yz = gy * z;
    e[0] = -(yy + zz) >> 15, e[1] = (xy - fz) >> 15, e[2] = (xz + fy) >> 15;
    e[3] = (xy + fz) >> 15, e[4] = -(xx + zz) >> 15, e[5] = (yz - fx) >> 15;
    e[6] = (xz - fy) >> 15, e[7] = (yz + fx) >> 15, e[8] = -(xx + yy) >> 15;
    for (unsigned i = 0; i < 9u; i += 4u) /* -2 at the most, and roundings */
        if (e[i] < INT16_MIN)
            e[i] = INT16_MIN;
}

PELT_INLINE void build(pelt_entry_q16 *palette, uint32_t entries, const format_between_q16 *between,
                       uint32_t count, bool lean)
{
    const format_between_q16 *last = NULL;
    joint_turn turn;
    for (pelt_entry_q16 *out = palette + entries; count > 0u; count--, between++, out++) {
        const num *s = palette[between->source].opaque, *place = between->pivot;
        /* Parts of a joint follow each other. */
        if (last == NULL || between->source != last->source || between->target != last->target)
            turn_open(&turn, s, palette[between->target].opaque, place, lean);
        last = between;
        num e[9];
        turn_by(e, &turn, between->part);
        num *row = out->opaque;
        for (unsigned r = 0; r < 3u; r++, row += 4, s += 4) {
            for (unsigned i = 0; i < 3u; i++) {
                num sum = times(s[0], e[i], lean);
                sum = times_add(sum, s[1], e[i + 3u], lean);
                sum = times_add(sum, s[2], e[i + 6u], lean);
                sum = fx_add(s[i], lean ? sum >> 13 : fx_shl(sum, 2));
                /* -2^30 is one more than entries have; the translation's bound makes up for it. */
                row[i] = lean ? fx_clamp(sum, 65536) : fx_clamp_30(sum);
            }
            row[3] = 0;
            const num to =
                fx_add(turn.from[r], fx_shl(fx_mulw(turn.way[r], (int16_t)between->part), 1));
            const num moved = fx_sub(to, at_place(row, place, lean));
            row[3] = lean ? moved : fx_clamp(moved, ((num)1 << 29) - ((num)1 << 21));
        }
    }
}

#ifndef PELT_BETWEENS_Q16
void pelt_betweens_exact(pelt_entry_q16 *palette, uint32_t entries,
                         const format_between_q16 *betweens, uint32_t count)
{
    build(palette, entries, betweens, count, false);
}
#endif

#ifndef PELT_BETWEENS_Q12
void pelt_betweens_lean(pelt_entry_q16 *palette, uint32_t entries,
                        const format_between_q16 *betweens, uint32_t count)
{
    build(palette, entries, betweens, count, true);
}
#endif
