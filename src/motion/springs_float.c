/* SPDX-License-Identifier: MIT */
/* Springs in float. */
#include "pelt/springs.h"

#include "../arithmetic/vector_f32.h"
#include "../base/arena.h"
#include "../base/inline.h"
#include "../blob/stored.h"
#include "../kernel/family.h"

typedef pelt_springs_f32 springs_t;
typedef pelt_tail_f32 tail_t;
typedef format_spring_f32 spring_t;
typedef format_collider_f32 collider_t;

#define SPRING_MOST 3.4e38f
#define SPRING_BONE SPRING_MOST
#define SPRING_DRAW SPRING_MOST
#define SPRING_STEP(rate_hz) (1.0f / (float)(rate_hz))

static inline bool spring_is_within(num a, num limit)
{
    return a <= limit && a >= -limit && num_is_finite(a);
}

static inline num spring_stepped(num a, num step)
{
    return a * step;
}

typedef num portion;
#define spring_part(a) (a)
#define spring_mul num_mul
#define spring_mul_add(sum, a, b) ((sum) + (a) * (b))
#define spring_whole(a) (a)

static inline num spring_place(const num row[4], num a, num b, num c)
{
    return row[0] * a + row[1] * b + row[2] * c + row[3];
}

#define SPRING_AXIS 1.0f

static inline num spring_sum(num a, num x, num b, num y, num c, num z)
{
    return a * x + b * y + c * z;
}
#define spring_across spring_sum

/* 1 / the length of a vector that is to be made unit. */
typedef num spring_scale;

static inline void spring_scaled(portion out[3], const num v[3], const spring_scale *scale)
{
    for (unsigned i = 0; i < 3u; i++)
        out[i] = v[i] * *scale;
}

static inline bool spring_measure(portion out[3], spring_scale *scale, const num v[3])
{
    const num squares = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (!(squares > 1e-30f && squares < 1e30f))
        return false;
    *scale = num_rsqrt(squares);
    spring_scaled(out, v, scale);
    return true;
}

static inline bool spring_hold(portion unit[3], num place[3], const num from[3], const num v[3],
                               num length)
{
    num scale;
    if (!spring_measure(unit, &scale, v))
        return false;
    for (unsigned i = 0; i < 3u; i++)
        place[i] = from[i] + unit[i] * length;
    return true;
}

#include "../arithmetic/checks.inc"
#include "directions.inc"
#include "between.inc"
#include "parent_axes.inc"

static void spring_between(num q[4], const num a[3], const num b[3])
{
    if (!turn_between(q, a, b))
        half_turn(q, a);
}

#include "springs.inc"

/* clang-format off */

pelt_status pelt_springs_alloc_f32(springs_t *springs, const pelt_model *model, uint32_t rate_hz,
                                   pelt_arena *arena)
{ return springs_alloc(springs, model, rate_hz, arena); }
pelt_status pelt_springs_update_f32(springs_t *springs, pose_t *pose, joints_t *joints,
                                    uint32_t elapsed, uint32_t clock_hz)
{ return springs_update(springs, pose, joints, elapsed, clock_hz); }
pelt_status pelt_spring_get_f32(uint32_t *joint, num tail[3], const springs_t *springs,
                                const joints_t *joints, uint32_t index)
{ return spring_get(joint, tail, springs, joints, index); }
