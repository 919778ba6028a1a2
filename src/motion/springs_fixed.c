/* SPDX-License-Identifier: MIT */
/* Springs in fixed point: places in Q(length_bits), directions and parts Q30. */
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
/* 2^34 / rate, below 2^31 from 9 on. */
#define SPRING_STEP(rate_hz) fx_shl((num)pelt_divide((uint32_t)1 << 31, rate_hz), 3)
/* A quarter of how far a step goes at most: 2^28, so that its three parts and what was before, below
 * 2^29 each, stay within 2^31. */
#define SPRING_FAR ((num)1 << 26)

static inline bool spring_is_within(num a, num limit)
{
    return a <= limit && a >= -limit;
}

/* Per second in 16 steps of Q(length_bits), per step in one. */
static inline num spring_stepped(num a, num step)
{
    return fx_shl(fx_clamp(fx_mulh(a, step), SPRING_FAR), 2);
}

/* Row, Q29, below 2, times a direction: Q27, below 2^29. */
static inline num spring_dot(const num row[3], const num v[3])
{
    return fx_dot3(row, v[0], v[1], v[2]);
}

#include "checks.inc"
#include "directions.inc"
#include "between.inc"
#include "parent_axes.inc"
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
{ return take_joints(springs, pose, joints, PLACE); }
pelt_status pelt_springs_step_q16(springs_t *springs, pose_t *pose, joints_t *joints)
{ return take_joints(springs, pose, joints, MOVE); }
pelt_status pelt_springs_update_q16(springs_t *springs, pose_t *pose, joints_t *joints,
                                    uint32_t elapsed, uint32_t clock_hz)
{ return springs_update(springs, pose, joints, elapsed, clock_hz); }
pelt_status pelt_spring_get_q16(uint32_t *joint, num tail[3], const springs_t *springs,
                                const joints_t *joints, uint32_t index)
{ return spring_get(joint, tail, springs, joints, index); }
