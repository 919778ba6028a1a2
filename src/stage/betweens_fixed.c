/* SPDX-License-Identifier: MIT */
/* In-betweens in fixed point (format.h), from entries alone and by products that a Cortex-M0 has. The
 * rotation is within 2^-11 of what it should be; where there is none it is exactly none. Loops are
 * written out: compilers leave so short ones in place. */
#include "../arithmetic/q16.h"
#include "../base/inline.h"
#include "../kernel/family.h"

/* 2^30 / sqrt(m / 2^30) for m in [2^30, 2^32), within 2^-24 of it: one Newton step more than
 * fx_rsqrt15, whose square has 30 bits and whose error is below 2^-12.5, so that in Q27 it has 15 bits
 * and its product with 15 bits fits. */
static inline num rsqrt_fine(uint32_t m)
{
    const num y = (num)fx_rsqrt15(m);
    const num error = ((num)1 << 27) - fx_mulh(y * y, (num)(m >> 1));
    return (y << 15) + ((y * error) >> 13); /* Q15 * Q27 / 2 */
}

static inline uint32_t bits_of(num a)
{
    return (uint32_t)(a ^ (a >> 31));
}

/* The zeros above the bits of a set, of `bits` at most: by how many it is to be shifted down. */
static inline unsigned excess(uint32_t all, unsigned bits)
{
    const unsigned zeros = fx_clz(all);
    return zeros < 32u - bits ? 32u - bits - zeros : 0u;
}

/* The 3x3 of an entry, shifted down to `bits` bits and sign where it has more. Returns by how many. */
PELT_INLINE unsigned level(num out[9], const num m[12], unsigned bits)
{
    const unsigned down =
        excess(bits_of(m[0]) | bits_of(m[1]) | bits_of(m[2]) | bits_of(m[4]) | bits_of(m[5]) |
                   bits_of(m[6]) | bits_of(m[8]) | bits_of(m[9]) | bits_of(m[10]),
               bits);
    out[0] = m[0] >> down, out[1] = m[1] >> down, out[2] = m[2] >> down;
    out[3] = m[4] >> down, out[4] = m[5] >> down, out[5] = m[6] >> down;
    out[6] = m[8] >> down, out[7] = m[9] >> down, out[8] = m[10] >> down;
    return down;
}

/* Two columns' product. */
static inline num dot(const num *a, const num *b)
{
    return a[0] * b[0] + a[3] * b[3] + a[6] * b[6];
}

/* All that the parts of one joint share: the unit quaternion q of S^-1 T, Q15, w >= 0; the square of its
 * first three, Q30; S levelled times the cross matrix of those, and that once more, Q15 of S's steps /
 * 2^down, below 2^30.8, with the translations that keep the pivot in place; and how far T takes it. */
typedef struct joint_turn {
    num q[4], square;
    num once[12], twice[12], way[3];
    unsigned down, up;
} joint_turn;

/* The quaternion is that of D = S^T T, k times the rotation for some k: with a of its antisymmetric part
 * and W, which is k + trace if D is such, it goes like (a, W), and W >= 0 is the root of
 *   3 W^2 - 4 trace W = a^2
 * If the trace is not positive, which is from a third of a turn on, half a turn about the axis of the
 * largest diagonal element, the first of equals, comes after it, and is taken back. */
static inline void rotation_between(num q[4], const num a[9], const num b[9])
{
    num d[9];
    /* Three products of 15 and 14 bits are below 1.5 * 2^30; a quarter of what they are, below 1.5 * 2^28. */
    d[0] = dot(a, b) >> 2, d[1] = dot(a, b + 1) >> 2, d[2] = dot(a, b + 2) >> 2;
    d[3] = dot(a + 1, b) >> 2, d[4] = dot(a + 1, b + 1) >> 2, d[5] = dot(a + 1, b + 2) >> 2;
    d[6] = dot(a + 2, b) >> 2, d[7] = dot(a + 2, b + 1) >> 2, d[8] = dot(a + 2, b + 2) >> 2;
    unsigned axis = 3;
    if (d[0] + d[4] + d[8] <= 0) {
        axis = d[0] >= d[4] ? d[0] >= d[8] ? 0u : 2u : d[4] >= d[8] ? 1u : 2u;
        for (unsigned i = 0; i < 9u; i++)
            if (i % 3u != axis)
                d[i] = -d[i];
    }
    num x = d[7] - d[5], y = d[2] - d[6], z = d[3] - d[1], w = d[0] + d[4] + d[8];
    const unsigned down = excess(bits_of(x) | bits_of(y) | bits_of(z) | bits_of(w), 15);
    x >>= down, y >>= down, z >>= down, w >>= down;
    /* (W / 2 - w / 3)^2 = (w^2 + 3 a^2 / 4) / 9, where the sums of squares are below 3.25 * 2^30. */
    const uint32_t across = (uint32_t)(x * x) + (uint32_t)(y * y) + (uint32_t)(z * z);
    uint32_t squares = (uint32_t)(w * w) + across - (across >> 2);
    q[0] = q[1] = q[2] = 0;
    q[3] = 32768;
    if (squares < 4096u) /* entries of nearly no scale */
        return;
    unsigned zeros = fx_clz(squares) & ~1u;
    squares <<= zeros;
    /* sqrt(m / 2^30) is in Q27, below 2^28; a third, in Q15, of it and w, below 2^16.6. */
    const num root = fx_mulh((num)(squares >> 1), rsqrt_fine(squares)) >> (12u + zeros / 2u);
    w = ((w + root) * 10923 + 16384) >> 15;
    squares = (across >> 2) + (uint32_t)(w * w); /* of half of (a, W), below 1.7 * 2^30 */
    zeros = fx_clz(squares) & ~1u;
    const num scale = (rsqrt_fine(squares << zeros) + 16384) >> 15; /* Q15, at most one */
    const unsigned up = 14u - zeros / 2u;
    x = (((x * scale) >> (up + 1u)) + 1) >> 1;
    y = (((y * scale) >> (up + 1u)) + 1) >> 1;
    z = (((z * scale) >> (up + 1u)) + 1) >> 1;
    w = (((w * scale) >> up) + 1) >> 1;
    q[0] = x, q[1] = y, q[2] = z, q[3] = w;
    if (axis < 3u) {
        const num turned[3][4] = {{w, z, -y, -x}, {-z, w, x, -y}, {y, -x, w, -z}};
        for (unsigned i = 0; i < 4u; i++)
            q[i] = turned[axis][3] < 0 ? -turned[axis][i] : turned[axis][i];
    }
}

/* S's number and what is added, whose sum is below 2^29.8 before it is shifted up: then it may wrap, but
 * not the sum with S's. */
static inline num added(num from, num once, num twice, int16_t f, int16_t g, unsigned up)
{
    return fx_add(from, fx_shl(fx_mulw_add(fx_mulw(once, f), twice, g), up));
}

/* A row of S, or that times the cross matrix, times the cross matrix. */
static inline void cross(num out[3], num x, num y, num z, const num q[4])
{
    out[0] = y * q[2] - z * q[1];
    out[1] = z * q[0] - x * q[2];
    out[2] = x * q[1] - y * q[0];
}

/* A row times a place in grid steps, as positions are. */
static inline num at_place(num x, num y, num z, const num place[3])
{
    const num sum = fx_mulw_add(fx_mulw(x, (int16_t)place[0]), y, (int16_t)place[1]);
    return fx_mulw_add(sum, z, (int16_t)place[2]);
}

static void turn_open(joint_turn *turn, const num s[12], const num t[12], const num place[3],
                      unsigned place_up)
{
    num a[9], b[9];
    turn->down = level(a, s, 15);
    (void)level(b, t, 14);
    rotation_between(turn->q, a, b);
    const num *q = turn->q, *row = a;
    turn->square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    const unsigned down = turn->down < 13u ? 13u - turn->down : 0u;
    num *once = turn->once, *twice = turn->twice;
    turn->up = down > 0u ? 0u : turn->down - 13u;
    for (unsigned r = 0; r < 3u; r++, row += 3, once += 4, twice += 4, s += 4, t += 4) {
        num x[3], y[3];
        cross(x, row[0], row[1], row[2], q);
        cross(y, x[0] >> 15, x[1] >> 15, x[2] >> 15, q);
        once[0] = x[0] >> down, once[1] = x[1] >> down, once[2] = x[2] >> down;
        twice[0] = y[0] >> down, twice[1] = y[1] >> down, twice[2] = y[2] >> down;
        once[3] = fx_sub(0, at_place(x[0], x[1], x[2], place)) >> (down - place_up);
        twice[3] = fx_sub(0, at_place(y[0], y[1], y[2], place)) >> (down - place_up);
        /* Elements below 2^31, lean at most 2^17 and shifted by 2. */
        turn->way[r] =
            at_place(fx_shl(fx_sub(t[0], s[0]), place_up), fx_shl(fx_sub(t[1], s[1]), place_up),
                     fx_shl(fx_sub(t[2], s[2]), place_up), place);
        turn->way[r] = fx_add(turn->way[r], fx_sub(t[3], s[3]));
    }
}

/* The rotation of u = (part x, part y, part z, 1 - part + part w) is none plus 2 part u_w / |u|^2 times
 * the cross matrix and 2 part^2 / |u|^2 times its square. Both are Q14, below 2. */
static inline void turn_factors(num *once, num *twice, const joint_turn *turn, num part)
{
    const num w = ((32768 - part) * 32768 + part * turn->q[3] + 16384) >> 15;
    const num part2 = (part * part + 16384) >> 15;
    /* Between two unit quaternions in one hemisphere: [1/2, 1] in Q30, within their roundings. */
    uint32_t square = (uint32_t)((turn->square >> 15) * part2) + (uint32_t)(w * w);
    if (square > ((uint32_t)1 << 30) - 1u)
        square = ((uint32_t)1 << 30) - 1u;
    const uint32_t root =
        (uint32_t)(rsqrt_fine(square << 2) + 8192) >> 14; /* [2^15, 2^15.5] in Q15 */
    const num inverse = (num)(root * root >> 15);
    const num a = (((part * w + 16384) >> 15) * inverse + 16384) >> 15;
    const num b = (part2 * inverse + 16384) >> 15;
    *once = a < INT16_MAX ? a : INT16_MAX;
    *twice = b < INT16_MAX ? b : INT16_MAX;
}

PELT_INLINE void build(pelt_entry_q16 *palette, uint32_t entries, const format_between_q16 *between,
                       uint32_t count, bool lean)
{
    uint32_t source = UINT32_MAX, target = 0;
    joint_turn turn;
    for (pelt_entry_q16 *out = palette + entries; count > 0u; count--, between++, out++) {
        const num *s = palette[between->source].opaque;
        /* Parts of a joint follow each other. */
        if (between->source != source || between->target != target)
            turn_open(&turn, s, palette[between->target].opaque, between->pivot, lean ? 2u : 0u);
        source = between->source;
        target = between->target;
        num once, twice;
        turn_factors(&once, &twice, &turn, between->part);
        const num *a = turn.once, *b = turn.twice, *way = turn.way;
        const int16_t part = (int16_t)between->part, f = (int16_t)once, g = (int16_t)twice;
        for (num *row = out->opaque; row < out->opaque + 12; row += 4, s += 4, a += 4, b += 4) {
            row[0] = added(s[0], a[0], b[0], f, g, turn.up);
            row[1] = added(s[1], a[1], b[1], f, g, turn.up);
            row[2] = added(s[2], a[2], b[2], f, g, turn.up);
            for (unsigned i = 0; lean && i < 3u; i++)
                row[i] = fx_clamp(row[i], 65536);
            /* -2^30 is one more than entries have; the translation's bound makes up for it. */
            for (unsigned i = 0; !lean && i < 3u; i++)
                row[i] = fx_clamp_30(row[i]);
            const num moved = fx_add(s[3], fx_add(fx_shl(fx_mulw(*way++, part), 1), lean ? 4 : 2));
            const num sum = added(moved, a[3], b[3], f, g, turn.up);
            row[3] = lean ? sum : fx_clamp(sum, ((num)1 << 29) - 4);
        }
    }
}

void pelt_betweens_exact(pelt_entry_q16 *palette, uint32_t entries,
                         const format_between_q16 *betweens, uint32_t count)
{
    build(palette, entries, betweens, count, false);
}

void pelt_betweens_lean(pelt_entry_q16 *palette, uint32_t entries,
                        const format_between_q16 *betweens, uint32_t count)
{
    build(palette, entries, betweens, count, true);
}
