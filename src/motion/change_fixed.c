/* SPDX-License-Identifier: MIT */
/* Changes of clips in fixed point: the arithmetic of change.inc. */
#include "pelt/motion.h"

#include "../arithmetic/layers_q16.h"

#include "../base/divide.h"

#define JOINTS_OF pelt_character_joints_get_q16
#define POSE_SAMPLE pelt_pose_sample_q16

/* Q15 and Q17 as Q30: up to 2^30, and below 2^28. */
#define change_place(part) ((part)*32768)
#define change_speed(part) ((part)*8192)

/* Scales, |.| < 2, as Q29, so that differences fit. */
#define change_half(scale) ((scale) >> 1)
#define change_q30(turn) (turn)

/* A difference of moments times the decay in 1/256 s, Q8; saturated. */
static inline num change_times(num way, int32_t pace)
{
    const int64_t speed = ((int64_t)way * pace) >> 8;
    return (num)(speed > INT32_MAX ? INT32_MAX : speed < -INT32_MAX ? -INT32_MAX : speed);
}

/* The same of a scale, Q29 to Q4. */
static inline int8_t change_slow(num way, int32_t pace)
{
    const int64_t speed = ((int64_t)way * pace + ((int64_t)1 << 32)) >> 33;
    return (int8_t)(speed > 127 ? 127 : speed < -127 ? -127 : speed);
}

/* Differences are below 2^31, so that their part, a fourth of them, fits when shifted back. */
static inline num offset_of(num way, num speed, fraction place, fraction part)
{
    return fx_add_saturated(fx_shl(fx_mulh(way, place), 2), fx_shl(fx_mulh(speed, part), 2));
}

/* Within 8 steps, saturated to the format of poses. */
#define change_length(t, way, rate, left)                                                          \
    fx_clamp(fx_add_saturated(t, offset_of(way, rate, (left)->place, (left)->speed)), NUM_ONE)

/* Q29, and Q4 times Q17: |127 * 25902| < 2^22. */
#define change_scale(s, way, slow, left)                                                           \
    fx_shl(                                                                                        \
        fx_clamp(fx_add_saturated(change_half(s), fx_add(fx_shl(fx_mulh(way, (left)->place), 2),   \
                                                         (slow) * (left)->turn_speed * 256)),      \
                 NUM_ONE),                                                                         \
        1)

#define change_weight_left(of, left) offset_of((of)->way, (of)->speed, (left)->place, (left)->speed)

/* tan(angle / 4) of a unit quaternion: its vector over 1 + w, of the one of q and -q with w >= 0. Q30:
 * 2^60 / (1 + w), (2^29, 2^30], times 2^30. */
static void change_quarters(num turn[3], const num q[4])
{
    const num w = q[3] < 0 ? fx_sub(0, q[3]) : q[3];
    const num over = num_reciprocal(w >= NUM_ONE ? INT32_MAX : NUM_ONE + w);
    for (unsigned i = 0; i < 3u; i++)
        turn[i] = fx_shl(fx_mulh(q[3] < 0 ? fx_sub(0, q[i]) : q[i], over), 2);
}

/* `from` turned by such parameters: (2 r, 1 - r^2) / 2 at unit length, which is 0.5 to 1. */
static void change_from_quarters(num q[4], const num from[4], const num turn[3])
{
    num part[4], product[4];
    for (unsigned i = 0; i < 3u; i++)
        part[i] = turn[i];
    part[3] = fx_shl(((num)1 << 27) - fx_dot3(turn, turn[0], turn[1], turn[2]) / 2, 2);
    num_unit_quaternion(part, part[0], part[1], part[2], part[3]);
    num_turn_product(product, from, part);
    num_unit_quaternion(q, fx_shl(product[0], 2), fx_shl(product[1], 2), fx_shl(product[2], 2),
                        fx_shl(product[3], 2));
}

/* Turns by parameters r, Q30, |r| <= 1 to rounding: by (2 r, 1 - r^2) / (1 + r^2) = (f r, f - 1), where
 * f = 2 / (1 + u), u = r^2, all Q15. 1 / (1 + u) is a cubic within 1.8e-3 and one step of Newton's, which
 * leaves 6e-5 of f. |f r| <= 1 + 6e-5, as f r is flat at r = 1, so that with 3 steps of f less it stays
 * below 2^15; the turn's length is one within 2^-13. Q30 times Q15 is Q29, and by Cauchy's inequality no
 * sum is above 1.01 of it. */
PELT_INLINE void change_turn(num q[4], int32_t x, int32_t y, int32_t z)
{
    x >>= 15;
    y >>= 15;
    z >>= 15;
    const int32_t u = (int32_t)((uint32_t)(x * x + y * y + z * z) >> 15);
    const int32_t g = 32711 - ((u * (30894 - ((u * (21807 - ((u * 7269) >> 15))) >> 15))) >> 15);
    const int32_t f = (g * (65536 - (int32_t)(((uint32_t)(32768 + u) * (uint32_t)g) >> 15))) >> 14;
    const int16_t a = (int16_t)(((f - 3) * x) >> 15), b = (int16_t)(((f - 3) * y) >> 15);
    const int16_t c = (int16_t)(((f - 3) * z) >> 15), d = (int16_t)(f - 32768); /* f <= 65535 */
    const num i = q[0], j = q[1], k = q[2], w = q[3];
    q[0] = fx_shl(fx_mulw(i, d) + fx_mulw(w, a) + fx_mulw(j, c) - fx_mulw(k, b), 1);
    q[1] = fx_shl(fx_mulw(j, d) + fx_mulw(w, b) + fx_mulw(k, a) - fx_mulw(i, c), 1);
    q[2] = fx_shl(fx_mulw(k, d) + fx_mulw(w, c) + fx_mulw(i, b) - fx_mulw(j, a), 1);
    q[3] = fx_shl(fx_mulw(w, d) - fx_mulw(i, a) - fx_mulw(j, b) - fx_mulw(k, c), 1);
}

#include "../arithmetic/checks.inc"
#include "change.inc"

/* clang-format off */

pelt_status pelt_change_follow_q16(character_t *character, pelt_change *change,
                                    const pelt_player *player, uint32_t length)
{ return character_change(character, change, player, length); }
