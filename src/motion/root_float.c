/* SPDX-License-Identifier: MIT */
/* Root motion in float: glTF units and turns. */
#include "../arithmetic/vector_f32.h"
#include "../blob/stored.h"
#include "pelt/motion.h"

#define ROTATION_ABOUT pelt_rotation_build_about_f32
#define ROTATION_MULTIPLY pelt_rotation_multiply_f32

#define root_shifted(a, up) (a) /* float models have one unit */
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

static bool store(root_t *out, float x, float y, float z, float yaw)
{
    if (!num_is_finite(x) || !num_is_finite(y) || !num_is_finite(z) || !num_is_finite(yaw))
        return false;
    out->translation[0] = x;
    out->translation[1] = y;
    out->translation[2] = z;
    out->yaw = yaw;
    return true;
}

/* a times b; false, and *out stays, where that is not finite. out may be a or b. */
static bool root_and(root_t *out, const root_t *a, const root_t *b)
{
    const float c = turns_cosine_f32(a->yaw), s = turns_sine_f32(a->yaw);
    const float x = b->translation[0], z = b->translation[2];
    return store(out, a->translation[0] + (c * x + s * z), a->translation[1] + b->translation[1],
                 a->translation[2] + (c * z - s * x), turns_wrap_f32(a->yaw + b->yaw));
}

/* The inverse of a times b, likewise. */
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

/// Put back into poses ///////////////////////////////////////////////////////////////////////////

#include "../arithmetic/checks.inc"
#include "directions.inc"

#define ROOT_COLUMN_ONE 1.0f

typedef float root_way;

#define root_scaled num_mul
#define root_level(v) 0 /* they have exponents of their own */

static void root_ways(root_way way[3], const num place[3], const root_t *root,
                      const pelt_model *model)
{
    const float c = turns_cosine_f32(root->yaw), s = turns_sine_f32(root->yaw);
    (void)model;
    way[0] = c * place[0] + s * place[2] - place[0] + root->translation[0];
    way[1] = 0.0f;
    way[2] = c * place[2] - s * place[0] - place[2] + root->translation[2];
}

static bool root_solve(root_way way[3], const num rows[9], const num columns[9], int32_t up)
{
    const float determinant = products(rows, columns);
    const float from[3] = {way[0], way[1], way[2]};
    (void)up;
    for (unsigned i = 0; i < 3u; i++)
        way[i] = products(rows + 3u * i, from) / determinant;
    return determinant != 0.0f;
}

static bool root_add(num translation[3], const root_way way[3])
{
    float moved[3];
    for (unsigned i = 0; i < 3u; i++)
        moved[i] = translation[i] + way[i];
    if (!num_is_finite(moved[0]) || !num_is_finite(moved[1]) || !num_is_finite(moved[2]))
        return false;
    for (unsigned i = 0; i < 3u; i++)
        translation[i] = moved[i];
    return true;
}

#include "restore.inc"

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
pelt_status pelt_pose_root_restore_f32(pose_t *pose, uint32_t clip, pelt_time time)
{ return root_restore(pose, clip, time); }
