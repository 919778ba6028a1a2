/* SPDX-License-Identifier: MIT */
#include "view.h"

static const uint16_t pitches[VIEW_COUNT] = { 1900, 1200, 6500 }; /* looking down, 1/65536 turns */

/* The middle between two, and how far it is from there, without leaving 32 bits. */
static int32_t middle(int32_t low, int32_t high)
{
    return low / 2 + high / 2;
}

static int32_t half_of(const camera_box *box, int axis)
{
    return box->high[axis] / 2 - box->low[axis] / 2;
}

static int32_t clamped(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

/* A clip that moves the model by more than its own size is seen as if it stayed, with some room:
 * true, the camera has to follow. */
static bool stay(camera_box *box, const camera_box *rest, int32_t longest)
{
    bool goes = false;
    int axis;

    for (axis = 0; axis < 3; axis += 2) {
        const int64_t at = middle(rest->low[axis], rest->high[axis]);
        const int64_t room = (int64_t)longest * 5 / 4;

        if (half_of(box, axis) / 2 > longest) {
            box->low[axis] = clamped(at - room);
            box->high[axis] = clamped(at + room);
            goes = true;
        }
    }
    return goes;
}

void view_open(view *v, const actor *a, const camera_box *rest, int width, int height)
{
    camera_box all = *rest, one;
    int32_t longest = 1;
    uint32_t clip;
    int axis;

    v->follows = false;
    for (axis = 0; axis < 3; axis++) {
        const int32_t half = a->vertex_count != 0u ? half_of(rest, axis) : 0;

        longest = half > longest ? half : longest;
        v->rest[axis] = middle(rest->low[axis], rest->high[axis]);
    }
    for (clip = 0; clip < a->model.clip_count; clip++) {
        if (actor_clip_box(&one, a, clip)) {
            v->follows = stay(&one, rest, longest) || v->follows;
            camera_box_add(&all, one.low);
            camera_box_add(&all, one.high);
        }
    }
    camera_frame(&v->cam, &all, width, height);
    v->leash = longest / 2;
    v->focal = v->cam.focal;
    v->centre_y = v->cam.centre_y;
    for (axis = 0; axis < 3; axis++) {
        v->centre[axis] = v->cam.centre[axis];
    }
}

/* Goes after the model until it is within the leash. */
static void follow(view *v, const actor *a, int32_t gone[2])
{
    camera_box now;
    int axis;

    if (!v->follows || !actor_pose_box(&now, a)) {
        return;
    }
    for (axis = 0; axis < 3; axis += 2) {
        const int64_t away = (int64_t)middle(now.low[axis], now.high[axis]) - v->rest[axis] -
                             gone[axis / 2];
        const int64_t beyond = away > v->leash ? away - v->leash
                               : away < -v->leash ? away + v->leash
                                                  : 0;

        gone[axis / 2] = clamped(gone[axis / 2] + beyond);
        v->cam.centre[axis] =
            clamped((int64_t)v->centre[axis] + (gone[axis / 2] >> v->cam.shift));
    }
}

void view_place(view *v, const actor *a, uint32_t which, uint32_t yaw, int32_t gone[2])
{
    follow(v, a, gone);
    v->cam.focal = which == 1u ? v->focal * 3 / 2 : v->focal;
    v->cam.centre_y = which == 1u ? v->centre_y + v->centre_y / 3 : v->centre_y;
    camera_turn(&v->cam, yaw, pitches[which]);
}
