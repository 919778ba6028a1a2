/* SPDX-License-Identifier: MIT */
#include "mix.h"

#define ONE_Q30 ((int64_t)1 << 30)
#define OPPOSITE (ONE_Q30 / 16) /* squared length below which two rotations have no middle */

static void mix_vector(int32_t *to, const int32_t *other, int32_t part, int count)
{
    int i;

    for (i = 0; i < count; i++) {
        to[i] += (int32_t)((((int64_t)other[i] - to[i]) * part) / (int64_t)MIX_ONE);
    }
}

/* Q30, squared length in [1/16, 1]: Newton's 1 / sqrt from 1 converges to 2^-28 in eight steps. */
static void normalise(int32_t q[4], int64_t squared)
{
    int64_t scale = ONE_Q30;
    int i;

    for (i = 0; i < 8; i++) {
        const int64_t off = 3 * ONE_Q30 - ((scale * scale >> 30) * squared >> 30);

        scale = scale * (off >> 1) >> 30;
    }
    for (i = 0; i < 4; i++) {
        const int64_t component = q[i] * scale >> 30;

        q[i] = (int32_t)(component > ONE_Q30 ? ONE_Q30 : component < -ONE_Q30 ? -ONE_Q30
                                                                              : component);
    }
}

static void mix_rotation(int32_t *to, const int32_t *other, int32_t part)
{
    int32_t near[4];
    int64_t dot = 0, squared = 0;
    int i;

    for (i = 0; i < 4; i++) {
        dot += (int64_t)to[i] * other[i] >> 2;
    }
    for (i = 0; i < 4; i++) {
        near[i] = dot < 0 ? -other[i] : other[i];
    }
    mix_vector(to, near, part, 4);
    for (i = 0; i < 4; i++) {
        squared += (int64_t)to[i] * to[i] >> 30;
    }
    if (squared < OPPOSITE) {
        for (i = 0; i < 4; i++) {
            to[i] = near[i];
        }
        return;
    }
    normalise(to, squared > ONE_Q30 ? ONE_Q30 : squared);
}

void mix_poses(pelt_pose_q16 *pose, const pelt_pose_q16 *other, uint32_t part)
{
    const uint32_t count = pose->count < other->count ? pose->count : other->count;
    uint32_t i;

    if (part == 0u) {
        return;
    }
    for (i = 0; i < count; i++) {
        pelt_local_q16 *local = &pose->locals[i];
        const pelt_local_q16 *towards = &other->locals[i];

        mix_rotation(local->rotation, towards->rotation, (int32_t)part);
        mix_vector(local->translation, towards->translation, (int32_t)part, 3);
        mix_vector(local->scale, towards->scale, (int32_t)part, 3);
    }
}
