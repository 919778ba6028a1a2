/* SPDX-License-Identifier: MIT */
/* Places the showcase's camera, see framing.h. */
#include "framing.h"

static const uint16_t pitches[FRAMING_COUNT] = {1900, 1200, 6500}; /* looking down, 1/65536 turns */

/* The middle between two numbers, without leaving 32 bits. */
static int32_t middle(int32_t low, int32_t high)
{
    return low / 2 + high / 2;
}

/* Half the extent of a box, without leaving 32 bits. */
static int32_t half_of(const pelt_box_q16 *box, int axis)
{
    return box->max[axis] / 2 - box->min[axis] / 2;
}

static int32_t clamped(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

/* Returns whether a clip moves the model by more than its own size, so that the camera has to follow.
 * The box is then that of a model that stays, with some room. */
static bool stay(pelt_box_q16 *box, const pelt_box_q16 *rest, int32_t longest)
{
    bool goes = false;
    for (int axis = 0; axis < 3; axis += 2) {
        const int64_t at = middle(rest->min[axis], rest->max[axis]);
        const int64_t room = (int64_t)longest * 5 / 4;
        if (half_of(box, axis) / 2 > longest) {
            box->min[axis] = clamped(at - room);
            box->max[axis] = clamped(at + room);
            goes = true;
        }
    }
    return goes;
}

void framing_open(framing *f, const actor *a, const pelt_box_q16 *rest, int width, int height)
{
    pelt_box_q16 all = *rest, one;
    int32_t longest = 1;
    f->rest = *rest;
    f->width = width;
    f->height = height;
    f->follows = false;
    f->zoom = 65536u;
    f->which = FRAMING_COUNT; /* none yet */
    for (int axis = 0; axis < 3; axis++) {
        const int32_t half = a->vertex_count != 0u ? half_of(rest, axis) : 0;
        longest = half > longest ? half : longest;
        f->axis[axis] = middle(rest->min[axis], rest->max[axis]);
    }
    f->leash = longest / 4;
    for (uint32_t clip = 0; clip < a->model.clip_count; clip++)
        if (actor_clip_box(&one, a, clip)) {
            f->follows = stay(&one, rest, longest) || f->follows;
            pelt_box_add_q16(&all, one.min);
            pelt_box_add_q16(&all, one.max);
        }
    pelt_camera_frame(&f->base, &all, width, height);
    if (a->vertex_count != 0u) { /* the model turns about its rest pose, wherever clips take it */
        f->base.ground = (rest->min[1] >> f->base.shift) - f->base.centre[1];
        f->base.centre[0] = f->axis[0] >> f->base.shift;
        f->base.centre[2] = f->axis[2] >> f->base.shift;
    }
}

/* The distance of the farther side of a box from the axis. */
static int32_t reach(const framing *f, const pelt_box_q16 *box, int axis)
{
    const int64_t below = (int64_t)f->axis[axis] - box->min[axis];
    const int64_t above = (int64_t)box->max[axis] - f->axis[axis];
    return clamped(below > above ? below : above);
}

/* Zooms so that a clip or the rest pose fits from every side: to a cylinder about the axis, from the floor
 * or what is below it. now: the pose's own box, which may be larger than that of a model that stays. */
static void zoom(pelt_camera *cam, const framing *f, const actor *a, uint32_t clip,
                 const pelt_box_q16 *now)
{
    static const int8_t round[8][2] = {{8, 0},  {6, 6},   {0, 8},  {-6, 6},
                                       {-8, 0}, {-6, -6}, {0, -8}, {6, -6}};
    pelt_box_q16 box;
    pelt_extent covered = pelt_extent_nothing;
    if (a->vertex_count == 0u)
        return;
    if (clip == PELT_NONE || !actor_clip_box(&box, a, clip))
        box = f->rest;
    if (stay(&box, &f->rest, f->leash * 4)) {
        pelt_box_add_q16(&box, now->min);
        pelt_box_add_q16(&box, now->max);
    }
    const int32_t x = reach(f, &box, 0), z = reach(f, &box, 2);
    const int32_t radius =
        x > z ? x / 2 + z / 16 * 3 : z / 2 + x / 16 * 3; /* half: it may be 2^32 */
    const int32_t lowest = box.min[1] < f->rest.min[1] ? box.min[1] : f->rest.min[1];
    for (uint32_t i = 0; i < 16u; i++) {
        const int32_t point[3] = {
            clamped((int64_t)f->axis[0] + (int64_t)radius * round[i / 2u][0] / 4),
            i % 2u == 0u ? lowest : box.max[1],
            clamped((int64_t)f->axis[2] + (int64_t)radius * round[i / 2u][1] / 4)};
        pelt_extent_add(&covered, cam, point);
    }
    const int32_t empty = (covered.max[1] - covered.min[1]) / 24; /* edges of the cylinder */
    covered.min[1] += empty;
    covered.max[1] -= empty;
    pelt_camera_fit(cam, &covered, f->width, f->height);
}

/* Moves `gone` until the model is within the leash; returns the pose's box as if it had stayed. */
static pelt_box_q16 follow(const framing *f, const actor *a, int32_t gone[2])
{
    pelt_box_q16 now;
    if (!f->follows || !actor_pose_box(&now, a))
        return f->rest;
    for (int axis = 0; axis < 3; axis += 2) {
        const int64_t away =
            (int64_t)middle(now.min[axis], now.max[axis]) - f->axis[axis] - gone[axis / 2];
        const int64_t beyond = away > f->leash    ? away - f->leash
                               : away < -f->leash ? away + f->leash
                                                  : 0;
        gone[axis / 2] = clamped(gone[axis / 2] + beyond);
        now.min[axis] = clamped((int64_t)now.min[axis] - gone[axis / 2]);
        now.max[axis] = clamped((int64_t)now.max[axis] - gone[axis / 2]);
    }
    return now;
}

/* A place after f->zoom moved it away from the middle of the picture, in 1/16 pixels; side: pixels. */
static int32_t zoomed(const framing *f, int32_t at, int32_t side)
{
    return side * 8 + (int32_t)((int64_t)(at - side * 8) * f->zoom >> 16);
}

/* A part of the way from one number to another; weight: Q16. */
static int32_t between(int32_t from, int32_t to, int32_t weight)
{
    return from + (int32_t)(((int64_t)to - from) * weight >> 16);
}

void framing_place(framing *f, const actor *a, const actor_moment *m, uint32_t which, uint32_t yaw,
                   int32_t gone[2])
{
    pelt_camera *shown = &f->cam;
    const pelt_box_q16 now = follow(f, a, gone);
    pelt_camera other = f->base;
    pelt_camera_turn(&other, 0, pitches[which]);
    if (f->follows || m->clip != f->clip || which != f->which) { /* else it is as it was */
        f->zoomed = other;
        zoom(&f->zoomed, f, a, m->clip, &now);
        f->clip = m->clip;
        f->which = which;
    }
    *shown = f->zoomed;
    if (m->other_weight != 0) {
        zoom(&other, f, a, m->other_clip, &now);
        shown->focal = between(shown->focal, other.focal, m->other_weight);
        shown->centre_x = between(shown->centre_x, other.centre_x, m->other_weight);
        shown->centre_y = between(shown->centre_y, other.centre_y, m->other_weight);
    }
    if (which == 1u) { /* the upper half: larger, and further down in the picture */
        shown->focal = shown->focal * 3 / 2;
        shown->centre_y += shown->centre_y / 3;
    }
    shown->focal = (int32_t)((int64_t)shown->focal * f->zoom >> 16);
    shown->centre_x = zoomed(f, shown->centre_x, f->width);
    shown->centre_y = zoomed(f, shown->centre_y, f->height);
    for (int axis = 0; axis < 3; axis += 2)
        shown->centre[axis] =
            clamped((int64_t)shown->centre[axis] + (gone[axis / 2] >> shown->shift));
    pelt_camera_turn(shown, yaw, pitches[which]);
}
