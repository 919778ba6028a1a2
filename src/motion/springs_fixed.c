/* SPDX-License-Identifier: MIT */
/* Springs in fixed point: places in Q(length_bits), ways along which bones go Q30. Portions are Q30 whose
 * lower half is 0, so that a Cortex-M0 multiplies by them with two instructions: within 2^-14 of what
 * they stand for, and directions within 1.6e-4 of unit length, which is far below what swings. */
#include "pelt/springs.h"

#include "../arithmetic/vector_q16.h"
#include "../base/arena.h"
#include "../base/divide.h"
#include "../base/inline.h"
#include "../blob/stored.h"
#include "../kernel/family.h"

typedef pelt_springs_q16 springs_t;
typedef pelt_tail_q16 tail_t;
typedef format_spring_q16 spring_t;
typedef format_collider_q16 collider_t;

/* Lengths of the blob are up to this, those of bones, and how far a tail is drawn in a sixteenth of a
 * second: in a tenth of one, a quarter below 2^26. Three such and what was before, below 2^29 each, stay
 * within 2^31. */
#define SPRING_MOST (((num)1 << 30) - 1)
#define SPRING_BONE (((num)1 << 29) - 1)
#define SPRING_DRAW FORMAT_SPRING_DRAW
/* 16 / rate, a portion, below 2 from 9 on. */
#define SPRING_STEP(rate_hz) fx_shl((num)pelt_divide((uint32_t)1 << 18, rate_hz), 16)

static inline bool spring_is_within(num a, num limit)
{
    return a <= limit && a >= -limit;
}

typedef int32_t portion;

static inline portion spring_part(num a)
{
    return a & -65536;
}

/* floor(a b / 2^32), which for b of 16 bits is fx_mulw. */
static inline num spring_mul(num a, portion b)
{
#ifdef PELT_NO_LONG_MULTIPLY
    return fx_mulw(a, (int16_t)(b >> 16));
#else
    return fx_mulh(a, b);
#endif
}

/* The product of two numbers' upper halves, Q28 of portions. */
static inline num spring_mul_both(num a, num b)
{
    return (a >> 16) * (b >> 16);
}

static inline num spring_mul_add(num sum, num a, portion b)
{
#ifdef PELT_NO_LONG_MULTIPLY
    return fx_add(sum, spring_mul(a, b));
#else
    return fx_mulh_add(sum, a, b);
#endif
}

/* Per second in 16 steps of Q(length_bits), per step in one, a quarter. */
static inline num spring_stepped(num a, num step)
{
    return spring_mul(a, step);
}

/* The sum of three products of such. */
static inline num spring_sum(num a, portion x, num b, portion y, num c, portion z)
{
    return spring_mul_add(spring_mul_add(spring_mul(a, x), b, y), c, z);
}

/* The same of upper halves: of rows or columns of model matrices, Q29 and below 2, with a direction Q27,
 * below 2^30. */
static inline num spring_across(num a, portion x, num b, portion y, num c, portion z)
{
    return spring_mul_both(a, x) + spring_mul_both(b, y) + spring_mul_both(c, z);
}

/* A sum of such products in the format of their first factors. */
static inline num spring_whole(num a)
{
    return fx_shl(a, 2);
}

/* num_joint_translate, without its clamps: what leaves the format wraps. */
static inline num spring_place(const num row[4], num a, num b, num c)
{
    return fx_add(fx_shl(fx_dot3(row, a, b, c), 3) + 12, row[3]);
}

#define SPRING_AXIS ((num)1 << 29)

/* How to make a vector unit: shifted up to 31 bits, its upper half times scale, Q16. */
typedef struct spring_scale {
    unsigned up;
    uint32_t scale;
} spring_scale;

/* 1 / sqrt(m / 2^30) in Q15 for m in [2^30, 2^32), below 1: fx_rsqrt15 with one more bit, within
 * 1.1e-4. */
static inline uint32_t spring_rsqrt(uint32_t m)
{
    const uint32_t y = pelt_rsqrt_table[(m >> 25) - 32u];
    const uint32_t square = (m >> 16) * (y * y >> 14); /* m y^2, Q30; 16 x 16 bits, below 1.02 */
    return (y * ((((uint32_t)3 << 30) + 32768u - square) >> 15)) >> 16;
}

/* The scale of elements of 16 bits, squares of which sum to [2^28, 3 * 2^30]: below 2^16. */
static inline uint32_t spring_weigh(int32_t a, int32_t b, int32_t c)
{
    const uint32_t squares = (uint32_t)(a * a) + (uint32_t)(b * b) + (uint32_t)(c * c);
    return squares >> 30 == 0u ? spring_rsqrt(squares << 2) << 1 : spring_rsqrt(squares);
}

/* How far a vector can be shifted up. */
static inline unsigned spring_room(num a, num b, num c)
{
    const num all = (a ^ a >> 31) | (b ^ b >> 31) | (c ^ c >> 31);
    return fx_clz((uint32_t)all | 1u) - 1u;
}

/* One element, rounded to 2^-14: what becomes unit has products below 2^30 (1 + 2^-12). They wrap where scales
 * are uneven though the blob has them even. */
static inline portion spring_unit(int32_t level, uint32_t scale)
{
    return spring_part((int32_t)((uint32_t)level * scale + 32768u));
}

/* The unit of another vector of the length that was measured, whose elements may have a factor of sqrt(3)
 * more. */
static inline void spring_scaled(portion out[3], const num v[3], const spring_scale *s)
{
    const unsigned up = s->up - 1u;
    out[0] = spring_unit(fx_shl(v[0], up) >> 15, s->scale);
    out[1] = spring_unit(fx_shl(v[1], up) >> 15, s->scale);
    out[2] = spring_unit(fx_shl(v[2], up) >> 15, s->scale);
}

/* As num_unit, of elements below 2^30; false for the zero vector, of which there is no scale. */
static inline bool spring_measure(portion out[3], spring_scale *s, const num v[3])
{
    const num a = v[0], b = v[1], c = v[2];
    if ((a | b | c) == 0) /* spring_rsqrt has no entry for it */
        return false;
    const unsigned up = spring_room(a, b, c);
    const int32_t x = fx_shl(a, up) >> 16, y = fx_shl(b, up) >> 16, z = fx_shl(c, up) >> 16;
    const uint32_t scale = spring_weigh(x, y, z);
    s->up = up;
    s->scale = scale;
    out[0] = spring_unit(x, scale);
    out[1] = spring_unit(y, scale);
    out[2] = spring_unit(z, scale);
    return true;
}

/* The unit of a vector, and a place that is `length`, below 2^29, along it from another. The place is along
 * all bits of the vector, so that what is slow moves, and `length` within 2e-4 of itself. False for the
 * zero vector. */
static inline bool spring_hold(portion unit[3], num place[3], const num from[3], const num v[3],
                               num length)
{
    if ((v[0] | v[1] | v[2]) == 0)
        return false;
    const unsigned up = spring_room(v[0], v[1], v[2]);
    const num a = fx_shl(v[0], up), b = fx_shl(v[1], up), c = fx_shl(v[2], up);
    const uint32_t scale = spring_weigh(a >> 16, b >> 16, c >> 16);
    /* The length times the scale: a * 2^-30 * scale * length = a * factor * 2^(-13 - zeros). */
    const unsigned zeros = fx_clz((uint32_t)length | 1u), down = zeros - 3u;
    const uint32_t whole = ((uint32_t)length << zeros >> 16) * scale + 65536u;
    const portion factor = spring_part((num)(whole >> 1));
    place[0] = fx_add(from[0], spring_mul(a, factor) >> down);
    place[1] = fx_add(from[1], spring_mul(b, factor) >> down);
    place[2] = fx_add(from[2], spring_mul(c, factor) >> down);
    unit[0] = spring_unit(a >> 16, scale);
    unit[1] = spring_unit(b >> 16, scale);
    unit[2] = spring_unit(c >> 16, scale);
    return true;
}

#include "../arithmetic/checks.inc"
#include "directions.inc"
#include "between.inc"
#include "parent_axes.inc"

/* As turn_between, of what is nearly opposite: there 1 + a b is less than what b lacks of unit length. */
PELT_NOINLINE
static void spring_reverse(portion q[4], const num a[3], const portion b[3])
{
    num wide[4], unit[3];
    (void)num_unit(unit, b);
    if (!turn_between(wide, a, unit))
        half_turn(wide, a);
    for (unsigned i = 0; i < 4u; i++)
        q[i] = spring_part(wide[i]);
}

/* The turn from one direction to another, Q14: (a x b, 1 + a b), Q28, divided by its length, whose square
 * is twice the last. Directions are a little longer than one, by less than 2^-12: products are below
 * 2^28 (1 + 2^-11), the last sum below 2^30. From 151 degrees on, where steps of 2^-14 are much of 1 + a b,
 * it is found as rotations are. */
PELT_INLINE void spring_between(portion q[4], const num a[3], const portion b[3])
{
    const num sum[4] = {spring_mul_both(a[1], b[2]) - spring_mul_both(a[2], b[1]),
                        spring_mul_both(a[2], b[0]) - spring_mul_both(a[0], b[2]),
                        spring_mul_both(a[0], b[1]) - spring_mul_both(a[1], b[0]),
                        ((num)1 << 28) + spring_across(a[0], b[0], a[1], b[1], a[2], b[2])};
    if (sum[3] >= (num)1 << 25) {
        /* x = sum[3] / 2^29 in [2^-4, 1 + 2^-10], mostly from 1/4 on; sum / (2^29 sqrt(x)), Q14. */
        const uint32_t m = (uint32_t)sum[3] << 1;
        const unsigned zeros = m >= (uint32_t)1 << 30   ? 0u
                               : m >= (uint32_t)1 << 28 ? 2u
                                                        : 4u,
                       up = 2u + zeros / 2u;
        const portion root = (portion)(spring_rsqrt(m << zeros) << 16); /* Q31, to Q27 */
        q[0] = spring_part(fx_shl(spring_mul(sum[0], root), up) + 32768);
        q[1] = spring_part(fx_shl(spring_mul(sum[1], root), up) + 32768);
        q[2] = spring_part(fx_shl(spring_mul(sum[2], root), up) + 32768);
        q[3] = spring_part(fx_shl(spring_mul(sum[3], root), up) + 32768);
        return;
    }
    spring_reverse(q, a, b);
}

#include "springs.inc"

size_t pelt_springs_bytes_get(const pelt_model *model)
{
    uint32_t bytes = 0;
    const format_springs *head =
        (const format_springs *)pelt_section_find(&bytes, model, FORMAT_SPRINGS);
    return head == NULL || bytes < sizeof *head
               ? 0u
               : pelt_arena_bytes(head->spring_count, sizeof(pelt_tail_q16), 0);
}

/* clang-format off */

pelt_status pelt_springs_alloc_q16(springs_t *springs, const pelt_model *model, uint32_t rate_hz,
                                   pelt_arena *arena)
{ return springs_alloc(springs, model, rate_hz, arena); }
pelt_status pelt_springs_update_q16(springs_t *springs, pose_t *pose, joints_t *joints,
                                    uint32_t elapsed, uint32_t clock_hz)
{ return springs_update(springs, pose, joints, elapsed, clock_hz); }
pelt_status pelt_spring_get_q16(uint32_t *joint, num tail[3], const springs_t *springs,
                                const joints_t *joints, uint32_t index)
{ return spring_get(joint, tail, springs, joints, index); }
