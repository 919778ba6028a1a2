/* SPDX-License-Identifier: MIT */
/* Root motion in float: glTF units and turns. */
#include <stdbool.h>

#include "../arithmetic/f32.h"
#include "../arithmetic/turns.h"
#include "../blob/format.h"
#include "pelt/motion.h"

#define ROOT_WEIGHT_ONE 1.0f
#define ROOT_ONE 1.0f

typedef pelt_root_f32 root_t;

static num root_value(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static fraction root_fraction(uint32_t elapsed, uint32_t duration)
{
    return (float)elapsed / (float)duration;
}

#define root_line num_lerp
#define root_yaw turns_wrap_f32

/* By its bits: what a - a is of an infinity is not the same on every FPU. */
static bool is_finite(float a)
{
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return (bits & 0x7F800000u) != 0x7F800000u;
}

static bool store(root_t *out, float x, float y, float z, float yaw)
{
    if (!is_finite(x) || !is_finite(y) || !is_finite(z) || !is_finite(yaw))
        return false;
    out->translation[0] = x;
    out->translation[1] = y;
    out->translation[2] = z;
    out->yaw = yaw;
    return true;
}

/* a b; false, and *out stays, where that is not finite. out may be a or b. */
static bool root_and(root_t *out, const root_t *a, const root_t *b)
{
    const float c = turns_cosine_f32(a->yaw), s = turns_sine_f32(a->yaw);
    const float x = b->translation[0], z = b->translation[2];
    return store(out, a->translation[0] + (c * x + s * z), a->translation[1] + b->translation[1],
                 a->translation[2] + (c * z - s * x), turns_wrap_f32(a->yaw + b->yaw));
}

/* a^-1 b, likewise. */
static bool root_undo_and(root_t *out, const root_t *a, const root_t *b)
{
    const float c = turns_cosine_f32(a->yaw), s = turns_sine_f32(a->yaw);
    const float x = b->translation[0] - a->translation[0];
    const float z = b->translation[2] - a->translation[2];
    return store(out, c * x - s * z, b->translation[1] - a->translation[1], c * z + s * x,
                 turns_wrap_f32(b->yaw - a->yaw));
}

#define root_towards num_lerp

static num root_yaw_towards(num a, num b, num weight)
{
    return turns_wrap_f32(a + turns_wrap_f32(b - a) * weight);
}

#define root_cosine turns_cosine_f32
#define root_sine turns_sine_f32

#include "root.inc"

/* clang-format off */

pelt_status pelt_clip_root_get_f32(root_t *root, const pelt_model *model, uint32_t clip, pelt_time from,
                               pelt_time to, int32_t turns)
{ return clip_root(root, model, clip, from, to, turns); }
pelt_status pelt_player_root_get_f32(root_t *root, const pelt_player *player)
{ return player_root(root, player); }
pelt_status pelt_root_blend_f32(root_t *root, const root_t *other, num weight)
{ return root_blend(root, other, weight); }
pelt_status pelt_root_move_f32(root_t *place, const root_t *step)
{ return root_move(place, step); }
pelt_status pelt_root_matrix_get_f32(matrix_t *matrix, const root_t *place)
{ return root_matrix(matrix, place); }
