/* SPDX-License-Identifier: MIT */
/* The q16 arithmetic: the stages' templates (*.inc) are written over these names, and fixed.c
 * includes them with this header; f32.h has the same names in float. Formats and ranges are argued
 * here, once. A stage uses only names that both headers have, `+=` on plain sums, and comparisons.
 * src/motion uses further names, of layers_q16.h and vector_q16.h.
 *
 * The skinning bound. A palette entry m has |3x3| <= 2^30 - 1 and |translation| <= 2^29 - 1 in
 * absolute value; weights w >= 0 sum to 2^15; coordinates q are int16.
 *   one influence    each floor(m q / 2^16) is in [-2^29, 2^29 - 1]; three of them, a translation
 *                    and 2 for rounding are in [-2^31 + 3, 2^31 - 2]
 *   several          |sum of floor(m w / 2^16)| <= 2^29 + 4 for the 3x3 and 2^28 + 4 for the
 *                    translation, as every |m w| <= 2^30 w and the w sum to 2^15; partial sums
 *                    are smaller; then 3 * (2^28 + 2) + 2^28 + 8 < 2^31
 * so no intermediate of any vertex leaves 32 bits. */
#ifndef PELT_ARITHMETIC_Q16_H
#define PELT_ARITHMETIC_Q16_H

#include "../base/debug.h"
#include "../base/fixed.h"
#include "../blob/format.h"
#include "curve.h"
#include "morph_q16.h"
#include "pelt.h"

#define NUM_TAKES(encoding) ((encoding) == PELT_EXACT || (encoding) == PELT_LEAN)
#define NUM_KERNELS(model) ((model)->family->q16)
/* The morph functions of the model's family and its in-betweens, NULL if it has none. */
#define NUM_MORPHING(model) ((model)->family->morphing_q16)
#define NUM_BETWEENS(model) ((model)->family->betweens_q16)

typedef int32_t num;

/* The public types of this arithmetic under the names that templates use. */
typedef pelt_local_q16 local_t;
typedef pelt_pose_q16 pose_t;
typedef pelt_joint_matrix_q16 joint_matrix_t;
typedef pelt_joints_q16 joints_t;
typedef pelt_matrix_q16 matrix_t;
typedef pelt_entry_q16 entry_t;
typedef pelt_palette_q16 palette_t;
typedef pelt_bind_light_q16 light_t;
typedef pelt_output_q16 output_t;
typedef pelt_vertex_q16 vertex_t;
typedef pelt_character_q16 character_t;

/// Rotations, scales (Q30) and their products ///////////////////////////////////////////////////

#define NUM_ONE ((num)1 << 30)

/* The product of two Q30 numbers in Q28, |result| <= 4; sums of these stay Q28. */
#define num_mul fx_mulh
#define num_add fx_add
#define num_sub fx_sub

/* 1 - 2 a for a Q28 sum, as Q30. Unit quaternions give a in [0, 1]. */
static inline num num_one_minus_twice(num a)
{
    return fx_shl(fx_sub((num)1 << 27, a), 3);
}

/* 2 a for a Q28 sum, as Q30. */
static inline num num_twice(num a)
{
    return fx_shl(a, 3);
}

/* A Q28 product as Q30, saturated at +-2. */
static inline num num_from_product(num a)
{
    return fx_shl(fx_clamp(a, (num)1 << 29), 2);
}

/* Whether a quaternion has unit length within 2^-8: squares sum to one within 2^-7, in Q60. Components are below
 * 1.01, so that the sum is below 2^63. */
static inline bool num_is_unit(const num q[4])
{
    const int64_t one = (int64_t)1 << 60, most = one >> 7;
    const num largest = NUM_ONE + (NUM_ONE >> 7);
    int64_t squares = 0;
    for (unsigned i = 0; i < 4u; i++) {
        if (q[i] > largest || q[i] < -largest)
            return false;
        squares += (int64_t)q[i] * q[i];
    }
    return squares - one <= most && one - squares <= most;
}

/* Whether a weight is likely to be meant as a byte instead of Q16.16: debug builds refuse it. */
static inline bool num_is_byte(num weight)
{
    return weight != 0 && weight >= -255 && weight <= 255;
}

/// Model matrices: 3x3 Q29, translation Q20 ////////////////////////////////////////////////////

/* An element of the 3x3 of a joint without a parent, from Q30 to Q29. */
static inline num num_root(num a)
{
    return a >> 1;
}

/* Row (Q29, |.| < 2) times column (Q30, |.| <= 2): Q27, |sum| <= 12 * 2^27 < 2^31. Three floors
 * lose 1.5 steps on average; the 6 added after the shift makes up for that. */
static inline num num_joint_dot(const num row[4], num a, num b, num c)
{
    const num sum = fx_dot3(row, a, b, c);
    return fx_shl(fx_clamp(sum, (num)1 << 28), 2) + 6;
}

/* Row (Q29, |.| < 2) times translation (Q20, or Q24 in lean models, which have the same bits). Each
 * product is below 2^29 in Q17, the sum below 1.5 * 2^30. It is shifted back to Q20, where the
 * parent's translation is added. */
static inline num num_joint_translate(const num row[4], const num t[3])
{
    const num sum = fx_dot3(row, t[0], t[1], t[2]);
    return fx_add_saturated(fx_shl(fx_clamp(sum, (num)1 << 27), 3) + 12, row[3]);
}

/// Palette entries: 3x3 Q33, translation Q17 ////////////////////////////////////////////////////

typedef format_entry_q16 format_entry;
typedef format_between_q16 format_between;

/* Row (Q29, |.| < 2) times column (Q(36 + shift)): each product is below 2^29, the sum below 1.5 *
 * 2^30 in Q(33 + shift). As shift >= 1 the result is less than 2^30, the palette's bound. Half a
 * step, and one of the 1.5 steps that three floors lose, are added before the shift. */
static inline num num_entry_dot(const num row[4], num a, num b, num c, unsigned shift)
{
    const num sum = fx_dot3(row, a, b, c);
    return (sum + (num)((1u << (shift - 1u)) + 1u)) >> shift;
}

/* Row times translation (Q20) is Q17; the joint's own translation is added, Q20 to Q17. The sum is
 * below 1.75 * 2^30 and then clamped to the palette's bound. */
static inline num num_entry_translate(const num row[4], num a, num b, num c)
{
    const num sum = fx_dot3(row, a, b, c);
    const num t = sum + (row[3] >> 3) + 2;
    return t > (1 << 29) - 1 ? (1 << 29) - 1 : t < 1 - (1 << 29) ? 1 - (1 << 29) : t;
}

/// Lights: as the 3x3 of palette entries /////////////////////////////////////////////////////////

/* A column of an entry, below 2^30, times a direction, Q16: a sum below 3 * 2^61, which wraps where
 * the entry is larger. Rounded to nearest and clamped to below the bound of entries. */
static inline num num_light(const num *column, const num d[3], uint32_t encoding)
{
    const int64_t most = ((int64_t)1 << (encoding == PELT_LEAN ? 16 : 30)) - 1;
    uint64_t sum = 0x8000;
    for (unsigned r = 0; r < 3u; r++)
        sum += (uint64_t)((int64_t)column[4u * r] * d[r]);
    const int64_t light = (int64_t)sum >> 16;
    return (num)(light > most ? most : light < -most ? -most : light);
}

/// Sampling //////////////////////////////////////////////////////////////////////////////////////

/* A position between two numbers, Q31, [0, 1). */
typedef int32_t fraction;

#define num_lerp fx_lerp

/* Numbers of a rotation's curve (curve.h) are already Q30. */
#define num_of_rotation(q) (q)
#define num_arc curve_arc

/* Keys of three components with at most this many bits take a path of their own. */
#define NUM_KEY_BITS 32u
#define num_keys curve_keys

/* Numbers of other curves are shifted down by `form` <= 31. Weights, Q23, are rounded once. */
static inline num num_of_length(int32_t v, uint32_t form)
{
    return v >> form;
}

static inline num num_of_weight(int32_t v, uint32_t form)
{
    return fx_add(v >> form, 64) >> 7;
}

#define num_normalise_quaternion fx_normalise_quaternion

/// Other formats ///////////////////////////////////////////////////////////////////////////////

/* a / 2^down to nearest, or a * 2^-down; false where that leaves 32 bits. */
static inline bool num_shift_to(int32_t *out, int32_t a, int32_t down)
{
    if (down > 31)
        down = 32; /* at most half a step of the result: 0 */
    if (down > 0) {
        *out = (int32_t)(((int64_t)a + ((int64_t)1 << (down - 1))) >> down);
        return true;
    }
    if (a == 0 || down == 0) {
        *out = a;
        return true;
    }
    const int32_t magnitude = a < 0 ? -(a + 1) : a;
    if (down <= -31 || magnitude >> (31 + down) != 0)
        return false;
    *out = fx_shl(a, (unsigned)-down);
    return true;
}

/// Pose blending /////////////////////////////////////////////////////////////////////////////////

#define NUM_WEIGHT_ONE 65536

/* A weight below one, from Q16 to Q31. */
static inline fraction num_weight_fraction(num weight)
{
    return fx_shl(weight, 15);
}

/// Plain arrays, Q16.16 //////////////////////////////////////////////////////////////////////////

/* An unfinished weighted sum, Q32. */
typedef uint64_t plain_sum;

static inline num num_plain_round(plain_sum sum)
{
    return (num)(int32_t)(uint32_t)((sum + 0x8000u) >> 16);
}

/* Adds weight * (b - a): a 33-bit difference times 32 bits, modulo 2^64. */
static inline plain_sum num_plain_towards(plain_sum sum, num a, num b, num weight)
{
    return sum + (uint64_t)(((int64_t)b - a) * weight);
}

/* A weight times a factor in Q30, up to one, rounded to nearest. */
static inline num num_scaled_weight(num weight, num scale)
{
    return (num)(((int64_t)weight * scale + ((int64_t)1 << 29)) >> 30);
}

#endif
