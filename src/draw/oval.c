/* SPDX-License-Identifier: MIT */
/* Soft shadows: an oval on the ground below a body's box, see pelt/draw.h. */
#include "body.h"
#include "lines.h"

#define NARROW 8             /* the longer axis is at most so many times the shorter one */
#define ONE (1 << 22)        /* the square of a half axis */
#define FARTHEST 32767       /* camera units */
#define MOST (FARTHEST - 16) /* to the side, less a pixel that far away */

/* The oval as the camera sees it: its middle and the longer half axis, camera units; and how much a unit to
 * the right and one towards the camera add of each half axis, Q26. */
typedef struct oval {
    int32_t right, towards, reach;
    int32_t by_right[2], by_towards[2];
} oval;

static void find(oval *o, const pelt_camera *cam, const pelt_box_q16 *box)
{
    const int32_t sine = cam->yaw_sine, cosine = cam->yaw_cosine;
    int32_t half[2], middle[2];
    for (int i = 0; i < 2; i++) {
        const int32_t low = box->min[2 * i] / 2, high = box->max[2 * i] / 2;
        const int32_t at =
            (int32_t)((uint32_t)((low + high) >> cam->shift) - (uint32_t)cam->centre[2 * i]);
        half[i] = earlier(later((high - low) >> cam->shift, 1), FARTHEST / 2);
        middle[i] = within(at, FARTHEST / 2);
    }
    o->reach = later(half[0], half[1]);
    o->right = (middle[0] * cosine + middle[1] * sine) >> 14;
    o->towards = (middle[1] * cosine - middle[0] * sine) >> 14;
    for (int i = 0; i < 2; i++) {
        const int32_t most = later(half[i], o->reach / NARROW + 1);
        o->by_right[i] = (i == 0 ? cosine : sine) * 4096 / most;
        o->by_towards[i] = (i == 0 ? -sine : cosine) * 4096 / most;
    }
}

/* Blends pixels [first, past) towards a colour, by 1 less the square of the distance from the middle.
 * at, step: Q26 of each half axis; in the row at is below 18 */
static void blend(uint16_t *row, int32_t first, int32_t past, uint32_t colour, const int32_t at[2],
                  const int32_t step[2])
{
    const uint32_t channels = 0x07E0F81Fu, to = (colour | colour << 16) & channels;
    uint32_t x = (uint32_t)at[0], z = (uint32_t)at[1];
    for (; first < past; first++, x += (uint32_t)step[0], z += (uint32_t)step[1]) {
        const int32_t a = (int32_t)x >> 15, b = (int32_t)z >> 15;
        const int32_t left = ONE - a * a - b * b;
        if (left > 0) {
            const uint32_t from = (row[first] | (uint32_t)row[first] << 16) & channels;
            const uint32_t mixed = (from + ((to - from) * ((uint32_t)left >> 17) >> 5)) & channels;
            row[first] = (uint16_t)(mixed | mixed >> 16);
        }
    }
}

/* A line of the picture is at one distance on the ground, so places there are linear along it. Below 2^31:
 * lengths are at most 2^15, sines and cosines Q14, focal is below 2^16, and MOST times it is; a place in the
 * oval is at most NARROW half axes from its middle, Q26, and the pixel of an oval that is narrower than 1/16
 * pixel is taken to be at most 18. Quotients are rounded towards zero, places down. */
static void draw_line(const pelt_band *band, int32_t line, const oval *o, const pelt_camera *cam,
                      uint32_t colour)
{
    const int32_t below = within(line * 16 + 8 - cam->centre_y, FARTHEST);
    const int32_t fall = cam->pitch_sine + below * cam->pitch_cosine / cam->focal; /* Q14 */
    const int32_t distance = earlier(cam->distance, 2 * FARTHEST);
    const int32_t above = distance * cam->pitch_sine - within(cam->ground, FARTHEST) * 16384;
    const int32_t away = fall > 0 ? above / fall : 0;
    if (away < cam->near_plane || away > FARTHEST)
        return;
    const int32_t up = within(-(below * away / cam->focal), FARTHEST);
    const int32_t towards =
        (((distance - away) * cam->pitch_cosine - up * cam->pitch_sine) >> 14) - o->towards;
    if (towards > o->reach || towards < -o->reach)
        return;
    const int32_t left = within(o->right - o->reach, MOST) * cam->focal / away;
    const int32_t right = within(o->right + o->reach, MOST) * cam->focal / away;
    const int32_t first = later(first_centre_at(left + cam->centre_x), 0);
    const int32_t past = earlier(first_centre_at(right + cam->centre_x), band->width);
    const int32_t from =
        within((first * 16 + 8 - cam->centre_x) * away / cam->focal - o->right, 2 * o->reach);
    const int32_t unit = 4096 * away / cam->focal; /* a pixel, 1/256 camera unit */
    int32_t at[2], step[2];
    if (first >= past)
        return;
    for (int i = 0; i < 2; i++) {
        at[i] = from * o->by_right[i] + towards * o->by_towards[i];
        step[i] = (int32_t)((int64_t)unit * o->by_right[i] >> 8);
    }
    blend(band->colours + (line - band->first_line) * band->width, first, past, colour, at, step);
}

void pelt_draw_ovals(const pelt_band *band, const pelt_body *bodies)
{
    for (; bodies != NULL; bodies = bodies->next) {
        const uint8_t *c = bodies->shadow_colour;
        oval o;
        if (bodies->shadow_box == NULL || bodies->shadows != NULL)
            continue;
        find(&o, &bodies->cam, bodies->shadow_box);
        for (int32_t i = 0; i < band->line_count; i++)
            draw_line(band, band->first_line + i, &o, &bodies->cam, PELT_RGB565(c[0], c[1], c[2]));
    }
}
