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

/* Lengths of the blob are below this. */
#define SPRING_MOST (((num)1 << 30) - 1)
/* 16 / rate, a portion, below 2 from 9 on. */
#define SPRING_STEP(rate_hz) fx_shl((num)pelt_divide((uint32_t)1 << 18, rate_hz), 16)
/* A quarter of how far a step goes at most: 2^28, so that its three parts and what was before, below
 * 2^29 each, stay within 2^31. */
#define SPRING_FAR ((num)1 << 26)

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

/* The product of two portions, Q28. */
static inline num spring_mul_both(portion a, portion b)
{
#ifdef PELT_NO_LONG_MULTIPLY
    return (a >> 16) * (b >> 16);
#else
    return fx_mulh(a, b);
#endif
}

/* Per second in 16 steps of Q(length_bits), per step in one. */
static inline num spring_stepped(num a, num step)
{
    return fx_shl(fx_clamp(spring_mul(a, step), SPRING_FAR), 2);
}

/* The sum of three products of such; of rows or columns of model matrices, Q29 and below 2, with a
 * direction Q27, below 2^29. */
static inline num spring_sum(num a, portion x, num b, portion y, num c, portion z)
{
    return fx_add(fx_add(spring_mul(a, x), spring_mul(b, y)), spring_mul(c, z));
}

/* A sum of such products in the format of their first factors. */
static inline num spring_whole(num a)
{
    return fx_shl(a, 2);
}

/* num_joint_translate, without its clamps: what leaves the format wraps. */
static inline num spring_place(const num row[4], const num t[3])
{
    return fx_add(fx_shl(fx_dot3(row, t[0], t[1], t[2]), 3) + 12, row[3]);
}

#define SPRING_AXIS ((num)1 << 29)

/* How to make a vector unit. */
typedef struct spring_scale {
    int32_t down;        /* brings it to 15 bits */
    int32_t scale, half; /* Q15, below one; of what `shift` drops */
    unsigned shift;
} spring_scale;

static inline void spring_level(int32_t level[3], const num v[3], int32_t down)
{
    if (down >= 0) {
        level[0] = v[0] >> down;
        level[1] = v[1] >> down;
        level[2] = v[2] >> down;
    } else {
        for (unsigned i = 0; i < 3u; i++)
            level[i] = fx_shl(v[i], (unsigned)-down);
    }
}

static inline void spring_scaled_level(portion out[3], const int32_t level[3],
                                       const spring_scale *s)
{
    for (unsigned i = 0; i < 3u; i++)
        out[i] = fx_shl((level[i] * s->scale + s->half) >> s->shift, 16);
}

/* As num_unit; false for the zero vector. Of elements in [-2^15, 2^15) squares sum to [2^28, 3 * 2^30]. */
static inline bool spring_measure(portion out[3], spring_scale *s, const num v[3])
{
    const uint32_t all = (uint32_t)(v[0] ^ v[0] >> 31) | (uint32_t)(v[1] ^ v[1] >> 31) |
                         (uint32_t)(v[2] ^ v[2] >> 31);
    int32_t level[3];
    if (v[0] == 0 && v[1] == 0 && v[2] == 0)
        return false;
    s->down = 17 - (int32_t)fx_clz(all);
    spring_level(level, v, s->down);
    const uint32_t squares = (uint32_t)(level[0] * level[0]) + (uint32_t)(level[1] * level[1]) +
                             (uint32_t)(level[2] * level[2]);
    const unsigned zeros = squares >> 30 != 0u ? 0u : 2u;
    s->scale = (int32_t)fx_rsqrt15(squares << zeros);
    s->shift = 16u - zeros / 2u;
    s->half = (int32_t)1 << (s->shift - 1u);
    spring_scaled_level(out, level, s);
    return true;
}

/* The unit of another vector of the length that was measured, whose elements may have a factor of sqrt(3)
 * more: products are below 2^31 - 2^15. Rounded to 2^-14. */
static inline void spring_scaled(portion out[3], const num v[3], const spring_scale *s)
{
    int32_t level[3];
    spring_level(level, v, s->down);
    spring_scaled_level(out, level, s);
}

#include "checks.inc"
#include "directions.inc"
#include "between.inc"
#include "parent_axes.inc"

/* The turn from one direction to another, Q14: (a x b, 1 + a b), Q28, divided by its length, whose square
 * is twice the last. Directions are a little longer than one, by less than 2^-12: products are below
 * 2^28 (1 + 2^-11), the last sum below 2^30. Where they are nearly opposite, it is found as rotations
 * are. */
static void spring_between(portion q[4], const portion a[3], const portion b[3])
{
    const num sum[4] = {spring_mul_both(a[1], b[2]) - spring_mul_both(a[2], b[1]),
                        spring_mul_both(a[2], b[0]) - spring_mul_both(a[0], b[2]),
                        spring_mul_both(a[0], b[1]) - spring_mul_both(a[1], b[0]),
                        ((num)1 << 28) + spring_mul_both(a[0], b[0]) + spring_mul_both(a[1], b[1]) +
                            spring_mul_both(a[2], b[2])};
    num wide[4];
    if (sum[3] >= (num)1 << 22) {
        /* x = sum[3] / 2^29 in [2^-7, 1 + 2^-10]; sum / (2^29 sqrt(x)), Q14. */
        const uint32_t m = (uint32_t)sum[3] << 1;
        const unsigned zeros = fx_clz(m) & ~1u;
        const portion root = spring_part(fx_rsqrt30(m << zeros));
        for (unsigned i = 0; i < 4u; i++) /* Q26 */
            q[i] = spring_part(fx_shl(spring_mul(sum[i], root), 3u + zeros / 2u) + 32768);
        return;
    }
    if (!turn_between(wide, a, b))
        half_turn(wide, a);
    for (unsigned i = 0; i < 4u; i++)
        q[i] = spring_part(wide[i]);
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
pelt_status pelt_springs_reset_q16(springs_t *springs, pose_t *pose, joints_t *joints)
{ return take_joints(springs, pose, joints, SPRING_PLACE); }
pelt_status pelt_springs_step_q16(springs_t *springs, pose_t *pose, joints_t *joints)
{ return take_joints(springs, pose, joints, SPRING_MOVE); }
pelt_status pelt_springs_update_q16(springs_t *springs, pose_t *pose, joints_t *joints,
                                    uint32_t elapsed, uint32_t clock_hz)
{ return springs_update(springs, pose, joints, elapsed, clock_hz); }
pelt_status pelt_spring_get_q16(uint32_t *joint, num tail[3], const springs_t *springs,
                                const joints_t *joints, uint32_t index)
{ return spring_get(joint, tail, springs, joints, index); }
