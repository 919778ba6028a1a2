/* SPDX-License-Identifier: MIT */
/* Model matrices and palettes of lean models, with the low 32 bits of products only. A factor of 32
 * bits is split into a high and a low half, each narrow enough that its products with the other
 * factor, and sums of three of them, fit 32 bits; bits below their last are dropped. Ranges hold
 * for poses and matrices within the bounds of pelt.h and entries within those of format.h. Beyond
 * them the arithmetic here is modulo 2^32, and a port may differ. */
#include "../base/fixed.h"
#include "../blob/format.h"
#include "family.h"

#define ONE_Q18 ((int32_t)1 << 18)
#define ONE_Q30 ((int32_t)1 << 30)

/* a / 2^bits to nearest, halves up, for bits >= 1: a shift plus its carry. */
static inline int32_t round_shift(int32_t a, unsigned bits)
{
    return (a >> bits) + ((a >> (bits - 1u)) & 1);
}

/* A row of a model matrix, Q29, as a rounded Q12 part and the remainder, Q24 of 12 bits and
 * sign. */
typedef struct split_row {
    int32_t high0, high1, high2, low0, low1, low2;
} split_row;

static inline int32_t high_half(int32_t a)
{
    return round_shift(a, 17);
}

static inline int32_t low_half(int32_t a)
{
    return fx_shl(a, 15) >> 20;
}

static inline split_row split(const int32_t row[3])
{
    const int32_t a = row[0], b = row[1], c = row[2];
    const split_row halves = {high_half(a), high_half(b), high_half(c),
                              low_half(a),  low_half(b),  low_half(c)};
    return halves;
}

static inline int32_t times_high(const split_row *row, int32_t x, int32_t y, int32_t z)
{
    return fx_add(fx_add(fx_mul(row->high0, x), fx_mul(row->high1, y)), fx_mul(row->high2, z));
}

static inline int32_t times_low(const split_row *row, int32_t x, int32_t y, int32_t z)
{
    return fx_add(fx_add(fx_mul(row->low0, x), fx_mul(row->low1, y)), fx_mul(row->low2, z));
}

/* Row times a column no longer than 2^18, for example a rotation's in Q18. For rows shorter than 2
 * the sum is below 2^31 in Q30, as is the result, and in Q42 for the low part, as |low| <= 2^11. */
static inline int32_t times_column(const split_row *row, int32_t x, int32_t y, int32_t z)
{
    return fx_add(times_high(row, x, y, z), times_low(row, x, y, z) >> 12);
}

/* Row times a translation (Q24, |t| < 2^30), whose lower 12 bits are multiplied only by the high
 * half of the row. Products of 12 + 12 and 11 + 18 bits are in Q36; the result is Q24. */
static inline int32_t times_translation(const split_row *row, int32_t x, int32_t y, int32_t z)
{
    const int32_t fine = fx_add(times_high(row, x & 0xFFF, y & 0xFFF, z & 0xFFF),
                                times_low(row, x >> 12, y >> 12, z >> 12));
    return fx_add(times_high(row, x >> 12, y >> 12, z >> 12), fine >> 12);
}

/// Joints ////////////////////////////////////////////////////////////////////////////////////////

/* A component of a quaternion, Q30, as a rounded Q14 part and the 16 bits of the remainder. */
typedef struct split_component {
    int32_t high, low;
} split_component;

static inline split_component component(int32_t a)
{
    const split_component halves = {round_shift(a, 16), (int16_t)a};
    return halves;
}

/* The product in Q28. */
static inline int32_t product(split_component a, split_component b)
{
    const int32_t crossed = fx_add(fx_mul(a.high, b.low), fx_mul(a.low, b.high));
    return fx_add(fx_mul(a.high, b.high), crossed >> 16);
}

/* Twice a Q28 sum, in Q18. */
static inline int32_t twice(int32_t sum)
{
    return round_shift(sum, 9);
}

/* The rows of a rotation, Q18. */
static inline void rotation_of(int32_t m[9], const int32_t rotation[4])
{
    const split_component x = component(rotation[0]), y = component(rotation[1]);
    const split_component z = component(rotation[2]), w = component(rotation[3]);
    const int32_t xx = product(x, x), yy = product(y, y), zz = product(z, z);
    const int32_t xy = product(x, y), xz = product(x, z), yz = product(y, z);
    const int32_t wx = product(w, x), wy = product(w, y), wz = product(w, z);
    m[0] = fx_sub(ONE_Q18, twice(fx_add(yy, zz)));
    m[1] = twice(fx_sub(xy, wz));
    m[2] = twice(fx_add(xz, wy));
    m[3] = twice(fx_add(xy, wz));
    m[4] = fx_sub(ONE_Q18, twice(fx_add(xx, zz)));
    m[5] = twice(fx_sub(yz, wx));
    m[6] = twice(fx_sub(xz, wy));
    m[7] = twice(fx_add(yz, wx));
    m[8] = fx_sub(ONE_Q18, twice(fx_add(xx, yy)));
}

/* Multiplies columns by the scale (Q30), saturated at 2. */
static inline void scale_columns(int32_t out[12], const int32_t scale[3])
{
    for (unsigned r = 0; r < 3u; r++)
        for (unsigned c = 0; c < 3u; c++) {
            const int32_t scaled = fx_mulh(out[4u * r + c], scale[c]); /* Q27 */
            out[4u * r + c] = fx_shl(fx_clamp(scaled, (int32_t)1 << 28), 2);
        }
}

PELT_HOT(pelt_reference_joint_q12)
void pelt_reference_joint_q12(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent)
{
    int32_t m[9];
    const int32_t *s = local->scale, *t = local->translation;
    rotation_of(m, local->rotation);
    for (unsigned r = 0; r < 3u; r++) {
        int32_t *row = out + 4u * r;
        if (parent == NULL) {
            for (unsigned c = 0; c < 3u; c++)
                row[c] = fx_shl(m[3u * r + c], 11);
            row[3] = t[r];
        } else {
            const split_row above = split(parent + 4u * r);
            row[0] = round_shift(times_column(&above, m[0], m[3], m[6]), 1);
            row[1] = round_shift(times_column(&above, m[1], m[4], m[7]), 1);
            row[2] = round_shift(times_column(&above, m[2], m[5], m[8]), 1);
            row[3] = fx_add(times_translation(&above, t[0], t[1], t[2]), parent[4u * r + 3u]);
        }
    }
    if (s[0] != ONE_Q30 || s[1] != ONE_Q30 || s[2] != ONE_Q30)
        scale_columns(out, s);
}

/// Palette ///////////////////////////////////////////////////////////////////////////////////////

/* An element from Q(30 + shift) to Q30. */
static inline int32_t entry_element(int32_t sum, unsigned shift)
{
    return fx_clamp(round_shift(sum, shift), 65536);
}

/* 3x3: columns shorter than 2^18 in Q(18 + shift) give elements in Q(30 + shift). Translation: from
 * Q24 of the model's units to Q16, rounded, plus the half step that the floor of positions loses on
 * average. */
PELT_HOT(pelt_reference_entry_q12)
void pelt_reference_entry_q12(int32_t out[12], const int32_t joint[12],
                              const format_entry_q16 *entry)
{
    const int32_t *b = entry->m;
    const unsigned shift = entry->shift;
    for (unsigned r = 0; r < 3u; r++) {
        const split_row row = split(joint + 4u * r);
        out[4u * r] = entry_element(times_column(&row, b[0], b[4], b[8]), shift);
        out[4u * r + 1u] = entry_element(times_column(&row, b[1], b[5], b[9]), shift);
        out[4u * r + 2u] = entry_element(times_column(&row, b[2], b[6], b[10]), shift);
        const int32_t t = fx_add(times_translation(&row, b[3], b[7], b[11]), joint[4u * r + 3u]);
        out[4u * r + 3u] = (t >> 8) + 1;
    }
}

/// Whole stages //////////////////////////////////////////////////////////////////////////////////

void pelt_joints_lean(pelt_joint_matrix_q16 *matrices, const pelt_local_q16 *locals,
                      const format_joint *joints, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const uint32_t parent = joints[i].parent;
        pelt_kernel_joint_q12(matrices[i].m, &locals[i],
                              parent == PELT_NO_JOINT ? NULL : matrices[parent].m);
    }
}

void pelt_palette_lean(pelt_entry_q16 *palette, const pelt_joint_matrix_q16 *matrices,
                       const format_entry_q16 *entries, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        pelt_kernel_entry_q12(palette[i].opaque, matrices[entries[i].joint].m, &entries[i]);
}
