/* SPDX-License-Identifier: MIT */
/* Hair, tails, scarves: joints that lag behind and swing, as VRMC_springBone 1.0 has them; of a .vrm or
 * .glb, or `bake --spring`. What runs is that algorithm in fixed steps, deterministic by any clock.
 *
 *     pelt_springs_alloc_q16(&springs, &model, 60, &arena);
 *     every frame, between model matrices and palettes:
 *     pelt_springs_update_q16(&springs, &pose, &joints, elapsed_ms, 1000);
 *
 * The pose is of a clip, or of layers, aims and limbs; rotations of spring joints in it do not count:
 * what swings replaces them. Conventions are those of pelt.h; _q16 calls give the same bits on every
 * core. */
#ifndef PELT_SPRINGS_H
#define PELT_SPRINGS_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The end of a spring joint's bone, in model space, or in the axes of its spring's centre: Q(length_bits)
 * of the model's units; float glTF units. 24 bytes. */
typedef struct pelt_tail_q16 {
    int32_t now[3], before[3];
} pelt_tail_q16;
typedef struct pelt_tail_f32 {
    float now[3], before[3];
} pelt_tail_f32;

/* The springs of one character. To save a state copy this and tails[count]: put back, what follows is
 * the same to the bit. */
typedef struct pelt_springs_q16 {
    const pelt_model *model;
    const void *section;  /* of the blob, checked */
    pelt_tail_q16 *tails; /* [count] */
    uint32_t count;       /* of spring joints; 0: the blob has none, and all calls do nothing */
    uint32_t rate_hz;     /* steps per second */
    uint32_t rest;        /* of the clock, times rate_hz, that was not stepped yet */
    uint32_t placed;      /* 0: the next call places tails, as reset does */
    int32_t step;         /* 2^34 / rate_hz */
} pelt_springs_q16;
typedef struct pelt_springs_f32 {
    const pelt_model *model;
    const void *section;
    pelt_tail_f32 *tails;
    uint32_t count, rate_hz, rest, placed;
    float step; /* seconds */
} pelt_springs_f32;

/* Steps of one update at most; time beyond is dropped, as after a pause. */
#define PELT_SPRING_STEPS 4u

/* Tails in an arena, 24 bytes each; bytes: 0 where there are none, or the section is damaged.
 * rate_hz  10 to 1000, 60 is what springs are made for: drag is a part of the speed per step. Else
 *          PELT_E_RANGE
 * PELT_E_CORRUPT: the section contradicts itself. Later calls rely on what is checked here. */
size_t pelt_springs_bytes_get(const pelt_model *model);
pelt_status pelt_springs_alloc_q16(pelt_springs_q16 *springs, const pelt_model *model,
                                   uint32_t rate_hz, pelt_arena *arena);
pelt_status pelt_springs_alloc_f32(pelt_springs_f32 *springs, const pelt_model *model,
                                   uint32_t rate_hz, pelt_arena *arena);

/* Puts tails at rest, and so the joints: at the start, after a teleport or a cut between clips. Pose and
 * joints as below. */
pelt_status pelt_springs_reset_q16(pelt_springs_q16 *springs, pelt_pose_q16 *pose,
                                   pelt_joints_q16 *joints);
pelt_status pelt_springs_reset_f32(pelt_springs_f32 *springs, pelt_pose_f32 *pose,
                                   pelt_joints_f32 *joints);

/* One step: tails move, spring joints of the pose turn to them, and what hangs on those is built anew.
 * joints  built from the pose, which stay true; both of the springs' model, else PELT_E_MISMATCH
 * Bones keep their length whatever happens, in fixed point within 2e-4 of it, while they are at least
 * 2^-6 units long and no more than 512 units (lean: 32) from where they were: beyond, where they swing to is
 * not stated. */
pelt_status pelt_springs_step_q16(pelt_springs_q16 *springs, pelt_pose_q16 *pose,
                                  pelt_joints_q16 *joints);
pelt_status pelt_springs_step_f32(pelt_springs_f32 *springs, pelt_pose_f32 *pose,
                                  pelt_joints_f32 *joints);

/* As many steps as a clock makes due: none, and joints point to the tails as they are, to
 * PELT_SPRING_STEPS. Their sum is the same however time is cut.
 * elapsed   since the last update, in units of the clock
 * clock_hz  1 to 2^31: 1000 for milliseconds; the same every time. Else PELT_E_ARGUMENT */
pelt_status pelt_springs_update_q16(pelt_springs_q16 *springs, pelt_pose_q16 *pose,
                                    pelt_joints_q16 *joints, uint32_t elapsed, uint32_t clock_hz);
pelt_status pelt_springs_update_f32(pelt_springs_f32 *springs, pelt_pose_f32 *pose,
                                    pelt_joints_f32 *joints, uint32_t elapsed, uint32_t clock_hz);

/* A spring joint, and where the end of its bone is in model space: Q(length_bits); float glTF units.
 * joints  as the last step left them
 * PELT_E_RANGE: not so many. */
pelt_status pelt_spring_get_q16(uint32_t *joint, int32_t tail[3], const pelt_springs_q16 *springs,
                                const pelt_joints_q16 *joints, uint32_t index);
pelt_status pelt_spring_get_f32(uint32_t *joint, float tail[3], const pelt_springs_f32 *springs,
                                const pelt_joints_f32 *joints, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
