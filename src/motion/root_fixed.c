/* SPDX-License-Identifier: MIT */
/* Root motion in fixed point: translations Q16.16, yaw 2^32 a turn; sums in 64 bits, rounded once. */
#include <stdbool.h>

#include "../arithmetic/q16.h"
#include "../arithmetic/turns.h"
#include "../base/divide.h"
#include "../blob/format.h"
#include "pelt/motion.h"

#define ROOT_WEIGHT_ONE 65536
#define ROOT_ONE 65536

typedef pelt_root_q16 root_t;

static num root_value(uint32_t bits)
{
    return (int32_t)bits;
}

/* floor(elapsed 2^31 / duration), elapsed < duration */
static fraction root_fraction(uint32_t elapsed, uint32_t duration)
{
    uint32_t rest;
    return (fraction)pelt_divide_long(elapsed >> 1, elapsed << 31, duration, &rest);
}

/* a + (b - a) u, rounded down. Stored values are below 2^29: twice their difference fits; others
 * wrap. */
static num root_line(num a, num b, fraction u)
{
    return fx_add(a, fx_mulh(fx_shl(fx_sub(b, a), 1), u));
}

/* Q24 to 2^32 a turn: whole turns fall away. */
static num root_yaw(num turns)
{
    return fx_shl(turns, 32u - FORMAT_ROOT_TURN_BITS);
}

static bool fits(int64_t a)
{
    return a >= INT32_MIN && a <= INT32_MAX;
}

/* *x, *z by a turn and round to nearest: |x|, |z| <= 2^31 and sines <= 2^30, so sums are below
 * 2^62. */
static void turn(int64_t *x, int64_t *z, int32_t yaw)
{
    const int64_t c = turns_cosine(yaw), s = turns_sine(yaw), half = (int64_t)1 << 29;
    const int64_t turned = c * *x + s * *z;
    *z = (c * *z - s * *x + half) >> 30;
    *x = (turned + half) >> 30;
}

static void store(root_t *out, int64_t x, int64_t y, int64_t z, int32_t yaw)
{
    out->translation[0] = (int32_t)x;
    out->translation[1] = (int32_t)y;
    out->translation[2] = (int32_t)z;
    out->yaw = yaw;
}

/* a b; false, and *out stays, where it leaves the range. out may be a or b. */
static bool root_and(root_t *out, const root_t *a, const root_t *b)
{
    int64_t x = b->translation[0], z = b->translation[2];
    turn(&x, &z, a->yaw);
    x += a->translation[0];
    z += a->translation[2];
    const int64_t y = (int64_t)a->translation[1] + b->translation[1];
    if (!fits(x) || !fits(y) || !fits(z))
        return false;
    store(out, x, y, z, fx_add(a->yaw, b->yaw));
    return true;
}

/* a^-1 b, likewise. */
static bool root_undo_and(root_t *out, const root_t *a, const root_t *b)
{
    int64_t x = (int64_t)b->translation[0] - a->translation[0];
    int64_t z = (int64_t)b->translation[2] - a->translation[2];
    const int64_t y = (int64_t)b->translation[1] - a->translation[1];
    if (!fits(x) || !fits(y) || !fits(z))
        return false;
    turn(&x, &z, fx_sub(0, a->yaw));
    if (!fits(x) || !fits(z))
        return false;
    store(out, x, y, z, fx_sub(b->yaw, a->yaw));
    return true;
}

/* a + (b - a) weight to nearest: a product of 33 and 17 bits, and no sum beyond a or b. */
static num root_towards(num a, num b, num weight)
{
    const int64_t way = ((int64_t)b - a) * weight + 32768;
    return (int32_t)(a + (way >> 16));
}

static num root_yaw_towards(num a, num b, num weight)
{
    return fx_add(a, (int32_t)(((int64_t)fx_sub(b, a) * weight + 32768) >> 16));
}

/* Q30 to Q16.16, to nearest. */
static num root_cosine(num yaw)
{
    return (turns_cosine(yaw) + 8192) >> 14;
}

static num root_sine(num yaw)
{
    return (turns_sine(yaw) + 8192) >> 14;
}

#include "root.inc"

/* clang-format off */

pelt_status pelt_clip_root_get_q16(root_t *root, const pelt_model *model, uint32_t clip, pelt_time from,
                               pelt_time to, int32_t turns)
{ return clip_root(root, model, clip, from, to, turns); }
pelt_status pelt_player_root_get_q16(root_t *root, const pelt_player *player)
{ return player_root(root, player); }
pelt_status pelt_root_blend_q16(root_t *root, const root_t *other, num weight)
{ return root_blend(root, other, weight); }
pelt_status pelt_root_move_q16(root_t *place, const root_t *step)
{ return root_move(place, step); }
pelt_status pelt_root_matrix_get_q16(matrix_t *matrix, const root_t *place)
{ return root_matrix(matrix, place); }
