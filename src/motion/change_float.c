/* SPDX-License-Identifier: MIT */
/* Changes of clips in float: the arithmetic of change.inc. */
#include "pelt/motion.h"

#include "../arithmetic/layers_f32.h"

#include "../base/divide.h"
#include "../base/fixed.h"
#include "../kernel/kernel.h"

#define JOINTS_OF pelt_character_joints_get_f32
#define POSE_SAMPLE pelt_pose_sample_f32

#define change_place(part) ((float)(part) * (1.0f / 32768.0f))
#define change_speed(part) ((float)(part) * (1.0f / 131072.0f))
#define change_half(scale) (scale)

/* What is not a number is 0. */
static int32_t change_q30(num turn)
{
    const float most = 1073741824.0f;
    return turn >= 1.0f    ? 1 << 30
           : turn <= -1.0f ? -(1 << 30)
           : turn > -2.0f  ? (int32_t)(turn * most)
                           : 0;
}

static inline num change_times(num way, int32_t pace)
{
    return way * (float)pace * (1.0f / 256.0f);
}

/* In 16ths. */
static inline int8_t change_slow(num way, int32_t pace)
{
    const float speed = 16.0f * change_times(way, pace);
    return (int8_t)(speed >= 127.0f    ? 127
                    : speed <= -127.0f ? -127
                    : speed > -128.0f  ? (int32_t)speed
                                       : 0);
}

#define change_length(t, way, rate, left) ((t) + (way) * (left)->place + (rate) * (left)->speed)
#define change_scale(s, way, slow, left) change_length(s, way, (float)(slow)*0.0625f, left)
#define change_weight_left(of, left) change_length(0.0f, (of)->way, (of)->speed, left)

static void change_quarters(num turn[3], const num q[4])
{
    const float over = q[3] < 0.0f ? -1.0f / (1.0f - q[3]) : 1.0f / (1.0f + q[3]);
    for (unsigned i = 0; i < 3u; i++)
        turn[i] = q[i] * over;
}

/* `from` turned by (2 r, 1 - r^2) / (1 + r^2). */
static inline void turned_by(num q[4], const num from[4], num x, num y, num z)
{
    const float f = 2.0f / (1.0f + x * x + y * y + z * z);
    const num i = from[0], j = from[1], k = from[2], w = from[3];
    const num a = f * x, b = f * y, c = f * z, d = f - 1.0f;
    q[0] = i * d + w * a + j * c - k * b;
    q[1] = j * d + w * b + k * a - i * c;
    q[2] = k * d + w * c + i * b - j * a;
    q[3] = w * d - i * a - j * b - k * c;
}

static void change_from_quarters(num q[4], const num from[4], const num turn[3])
{
    turned_by(q, from, turn[0], turn[1], turn[2]);
}

PELT_INLINE void change_turn(num q[4], int32_t x, int32_t y, int32_t z)
{
    turned_by(q, q, num_of_rotation(x), num_of_rotation(y), num_of_rotation(z));
}

#include "../arithmetic/checks.inc"
#include "change.inc"

/* clang-format off */

pelt_status pelt_change_follow_f32(character_t *character, pelt_change *change,
                                    const pelt_player *player, uint32_t length)
{ return character_change(character, change, player, length); }
