/* SPDX-License-Identifier: MIT */
/* Root motion in fixed point: translations Q16.16, yaw 2^32 a turn; sums in 64 bits, rounded once. */
#include "../arithmetic/vector_q16.h"
#include "../base/divide.h"
#include "../blob/stored.h"
#include "pelt/motion.h"

#define ROTATION_ABOUT pelt_rotation_build_about_q16
#define ROTATION_MULTIPLY pelt_rotation_multiply_q16

#define root_shifted fx_shifted
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

/* a times b; false, and *out stays, where it leaves the range. out may be a or b. */
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

/* The inverse of a times b, likewise. */
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

/* a + (b - a) weight to nearest: a product of 33 and 17 bits, and a sum from a to b. */
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

/// Put back into poses ///////////////////////////////////////////////////////////////////////////

#include "../arithmetic/checks.inc"
#include "directions.inc"

/* Q26, so that what is enlarged below and made smaller above stays in 32 bits, up to 32 times. */
#define ROOT_COLUMN_ONE ((num)1 << 26)

typedef int64_t root_way;

static num root_scaled(num v, num scale)
{
    return scale == NUM_ONE ? v : (num)(((int64_t)v * scale + ((int64_t)1 << 29)) >> 30);
}

/* How far the root moves what is at a place, along the model's axes, Q(length_bits). The root's Q16.16 is
 * up to 8 bits shorter than that: lengths are below 2^40. */
static void root_ways(root_way way[3], const num place[3], const root_t *root,
                      const pelt_model *model)
{
    const int64_t one = (int64_t)1 << (model->length_bits - 16u);
    int64_t x = place[0], z = place[2];
    turn(&x, &z, root->yaw);
    way[0] = x - place[0] + root->translation[0] * one;
    way[1] = 0;
    way[2] = z - place[2] + root->translation[2] * one;
}

/* The power of two by which they grow. */
static int32_t root_level(num v[9])
{
    const int32_t up = 30 - (int32_t)num_bits(v, 9);
    num_level(v, 9);
    return up;
}

/* P^-1 times a way, by the adjugate's rows over the determinant. Columns are Q26 times 2^up, below
 * 2^30 as the rows are, and the way's words below 2^28: the sums of products are off by three steps
 * of 2^-26 of the way. The quotient is Q30, within 2^-27. */
static bool root_solve(root_way way[3], const num rows[9], const num columns[9], int32_t up)
{
    const num determinant = products(rows, columns); /* |.| <= 3 * 2^28, 0 if P flattens */
    const int32_t excess = num_excess(way, 28);
    num level[3];
    if (determinant == 0)
        return false;
    num_narrow(level, way, excess);
    for (unsigned i = 0; i < 3u; i++) {
        const num sum = products(rows + 3u * i, level), least = determinant < 0 ? -sum : sum;
        const num most = determinant < 0 ? -determinant : determinant;
        num part = least;
        int32_t shift = up + excess - 4;
        while (part > most || part < -most) { /* where P flattens nearly */
            part >>= 1;
            shift++;
        }
        const int64_t ratio = num_ratio(part, most);
        if (shift > 32 && part != 0) /* leaves every format */
            return false;
        way[i] = part == 0    ? 0
                 : shift >= 0 ? ratio * ((int64_t)1 << shift)
                              : ((ratio >> (shift < -32 ? 31 : -shift - 1)) + 1) >> 1;
    }
    return true;
}

/* Below 2^30, as translations of poses are. */
static bool root_add(num translation[3], const root_way way[3])
{
    const int64_t limit = (int64_t)1 << 30;
    for (unsigned i = 0; i < 3u; i++)
        if (translation[i] + way[i] >= limit || translation[i] + way[i] <= -limit)
            return false;
    for (unsigned i = 0; i < 3u; i++)
        translation[i] = (num)(translation[i] + way[i]);
    return true;
}

#include "restore.inc"

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
pelt_status pelt_pose_root_restore_q16(pose_t *pose, uint32_t clip, pelt_time time)
{ return root_restore(pose, clip, time); }
