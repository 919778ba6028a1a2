/* SPDX-License-Identifier: MIT */
/* Springs: joints of hair, tails and scarves lag behind and swing, as VRMC_springBone 1.0 says.
 * They come from a .vrm or .glb, or `bake --spring`. Steps are fixed: results repeat by any clock.
 *
 *     pelt_springs_alloc_q16(&springs, &model, 60, &arena);
 *     every frame, between model matrices and palettes:
 *     pelt_springs_update_q16(&springs, &pose, &joints, elapsed_ms, 1000);
 *
 * The pose may come from a clip, layers, aims and limbs. The calls replace its rotations of spring
 * joints. Conventions are those of pelt.h; _q16 calls give the same bits on every core. */
#ifndef PELT_SPRINGS_H
#define PELT_SPRINGS_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A spring joint's tail, the end of its bone, now and a step before; in model space, or in the axes
 * of the spring's centre joint. Q(length_bits) of the model's units; float glTF units. 24 bytes. */
typedef struct pelt_tail_q16 {
    int32_t now[3], before[3];
} pelt_tail_q16;
typedef struct pelt_tail_f32 {
    float now[3], before[3];
} pelt_tail_f32;

/* The springs of one character. To save their state copy this and tails[count]; the copies, put
 * back, repeat what followed, to the bit. */
typedef struct pelt_springs_q16 {
    const pelt_model *model;
    const void *section;  /* the blob's section of springs, checked */
    pelt_tail_q16 *tails; /* [count] */
    uint32_t count;       /* of spring joints; 0: the blob has none, and all calls do nothing */
    uint32_t rate_hz;     /* steps per second */
    uint32_t rest;        /* clock units not stepped yet, times rate_hz */
    uint32_t placed;      /* yours to set to 0: the next update begins with all at rest */
    int32_t step;         /* 2^34 / rate_hz */
} pelt_springs_q16;
typedef struct pelt_springs_f32 {
    const pelt_model *model;
    const void *section;
    pelt_tail_f32 *tails;
    uint32_t count, rate_hz, rest, placed;
    float step; /* seconds */
} pelt_springs_f32;

/* One update makes at most this many steps, and drops longer times, as after a pause. */
#define PELT_SPRING_STEPS 4u

/* Takes tails from an arena, 24 bytes each. bytes_get: 0 without springs or with a damaged section.
 * NAME_ARENA_BYTES have that room, behind the pelt_character_bytes_get(model) that a character takes.
 * rate_hz  10 to 1000, else PELT_E_RANGE. Springs are authored for 60, as drag takes a part of the speed
 *          in each step
 * PELT_E_CORRUPT: the section contradicts itself. Later calls rely on this check. */
size_t pelt_springs_bytes_get(const pelt_model *model);
pelt_status pelt_springs_alloc_q16(pelt_springs_q16 *springs, const pelt_model *model,
                                   uint32_t rate_hz, pelt_arena *arena);
pelt_status pelt_springs_alloc_f32(pelt_springs_f32 *springs, const pelt_model *model,
                                   uint32_t rate_hz, pelt_arena *arena);

/* Makes the steps that are due by a clock, 0 to PELT_SPRING_STEPS; however time is divided, their sum is the
 * same, unless more were due at once: the rest of that time is lost. An `elapsed` of 1 makes one step if
 * clock_hz is rate_hz. In a step tails move, spring joints of the pose turn to them, and matrices of these
 * and of joints below are built anew. If none is due, joints point to the tails as they are.
 * The first update, and the next one after springs->placed = 0, as after a teleport or a cut between clips,
 * puts tails and spring joints at rest before its steps.
 * joints    built from the pose, and still true afterwards; both of the springs' model, else
 *           PELT_E_MISMATCH
 * elapsed   since the last update, in units of the clock
 * clock_hz  1 to 2^31: 1000 for milliseconds; the same every time. Else PELT_E_ARGUMENT
 * In a step bones keep their length, in fixed point within 2e-4 of it, if they are at least 2^-6 units long
 * and within 512 units (lean: 32) of where they were. Where others swing to is unspecified. */
pelt_status pelt_springs_update_q16(pelt_springs_q16 *springs, pelt_pose_q16 *pose,
                                    pelt_joints_q16 *joints, uint32_t elapsed, uint32_t clock_hz);
pelt_status pelt_springs_update_f32(pelt_springs_f32 *springs, pelt_pose_f32 *pose,
                                    pelt_joints_f32 *joints, uint32_t elapsed, uint32_t clock_hz);

/* Gets a spring joint and its tail's place in model space: Q(length_bits); float glTF units.
 * joints  as the last step left them
 * PELT_E_RANGE: there is no such spring joint. */
pelt_status pelt_spring_get_q16(uint32_t *joint, int32_t tail[3], const pelt_springs_q16 *springs,
                                const pelt_joints_q16 *joints, uint32_t index);
pelt_status pelt_spring_get_f32(uint32_t *joint, float tail[3], const pelt_springs_f32 *springs,
                                const pelt_joints_f32 *joints, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
