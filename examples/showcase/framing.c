/* SPDX-License-Identifier: MIT */
/* Places the showcase's camera, see framing.h. */
#include "framing.h"

static const uint16_t pitches[FRAMING_COUNT] = {1900, 1200, 6500}; /* looking down, 1/65536 turns */

/* The middle between two numbers, and the distance to it, without leaving 32 bits. */
static int32_t middle(int32_t low, int32_t high)
{
    return low / 2 + high / 2;
}

static int32_t half_of(const pelt_box_q16 *box, int axis)
{
    return box->max[axis] / 2 - box->min[axis] / 2;
}

static int32_t clamped(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

/* If a clip moves the model by more than its own size, its box is taken as if it stayed, with
 * some room, and the camera has to follow. Returns whether that is so. */
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

    f->follows = false;
    for (int axis = 0; axis < 3; axis++) {
        const int32_t half = a->vertex_count != 0u ? half_of(rest, axis) : 0;

        longest = half > longest ? half : longest;
        f->rest[axis] = middle(rest->min[axis], rest->max[axis]);
    }
    for (uint32_t clip = 0; clip < a->model.clip_count; clip++)
        if (actor_clip_box(&one, a, clip)) {
            f->follows = stay(&one, rest, longest) || f->follows;
            pelt_box_add_q16(&all, one.min);
            pelt_box_add_q16(&all, one.max);
        }
    pelt_camera_frame(&f->cam, &all, width, height);
    if (a->vertex_count != 0u) { /* it is framed in its rest pose, wherever clips take it */
        f->cam.ground = (rest->min[1] >> f->cam.shift) - f->cam.centre[1];
    }
    f->leash = longest / 2;
    f->focal = f->cam.focal;
    f->centre_y = f->cam.centre_y;
    for (int axis = 0; axis < 3; axis++)
        f->centre[axis] = f->cam.centre[axis];
}

/* Moves the camera until the model is within the leash. */
static void follow(framing *f, const actor *a, int32_t gone[2])
{
    pelt_box_q16 now;

    if (!f->follows || !actor_pose_box(&now, a))
        return;
    for (int axis = 0; axis < 3; axis += 2) {
        const int64_t away =
            (int64_t)middle(now.min[axis], now.max[axis]) - f->rest[axis] - gone[axis / 2];
        const int64_t beyond = away > f->leash    ? away - f->leash
                               : away < -f->leash ? away + f->leash
                                                  : 0;

        gone[axis / 2] = clamped(gone[axis / 2] + beyond);
        f->cam.centre[axis] = clamped((int64_t)f->centre[axis] + (gone[axis / 2] >> f->cam.shift));
    }
}

void framing_place(framing *f, const actor *a, uint32_t which, uint32_t yaw, int32_t gone[2])
{
    follow(f, a, gone);
    f->cam.focal = which == 1u ? f->focal * 3 / 2 : f->focal;
    f->cam.centre_y = which == 1u ? f->centre_y + f->centre_y / 3 : f->centre_y;
    pelt_camera_turn(&f->cam, yaw, pitches[which]);
}
