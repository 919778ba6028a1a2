/* SPDX-License-Identifier: MIT */
/* How the Game Boy Advance's camera fits a box; the tool counts pictures of the same size. */
#pragma once

#include "pelt/draw.h"

#define PROJECTION_PITCH 2000u /* looking down, 1/65536 turns */
#define PROJECTION_WIDTH 240
#define PROJECTION_HEIGHT 160
#define PROJECTION_CENTRE_X (PROJECTION_WIDTH / 2) /* of the model, in pixels */
#define PROJECTION_CENTRE_Y 71
#define PROJECTION_SUBPIXELS 8 /* per pixel; the centre of the first is at 4 */

/* In camera units the model is less than 2048 around. +z is towards the camera. */
#define PROJECTION_DISTANCE 6400
#define PROJECTION_REACH 2048

#define HALF_PICTURE 62 /* pixels from the model's middle to its head */
#define HALF_ACROSS 108 /* and at most to its side, as it turns */

typedef struct projection_fit {
    int32_t unit_shift; /* model units to camera units */
    int32_t axes[2];    /* x and z of the axis about which the model turns, Q16 */
    int32_t middle;     /* height of the model's middle, in camera units */
    int32_t ground;     /* below it */
    int32_t focal;      /* 1/8 pixels, at a distance of one unit, not zoomed */
} projection_fit;

/* The model turns about its origin, or about its middle if the origin lies outside. */
static inline int32_t projection_axis(int32_t low, int32_t high)
{
    return low <= 0 && high >= 0 ? 0 : low / 2 + high / 2;
}

/* How far the model reaches to either side of the axis, in camera units, at least 1. */
static inline int32_t projection_reach(int32_t low, int32_t high, int32_t axis, int32_t shift)
{
    const int32_t below = (axis - low) >> shift, above = (high - axis) >> shift;
    return below > above ? below + 1 : above + 1;
}

/* box: of a pose. The model fills the picture, and does not leave it as it turns. */
static inline projection_fit projection_fit_box(const pelt_box_q16 *box)
{
    static const int32_t empty_low[3] = {-512, -512, -512}, empty_high[3] = {512, 512, 512};
    const int32_t *low = box->min, *high = box->max;
    projection_fit fit = {.unit_shift = 0};
    if (low[0] > high[0]) /* there are no vertices */
        low = empty_low, high = empty_high;
    for (uint32_t i = 0; i < 3u; i++)
        while ((high[i] / 2 - low[i] / 2) >> fit.unit_shift >= PROJECTION_REACH / 2)
            fit.unit_shift++;
    fit.axes[0] = projection_axis(low[0], high[0]);
    fit.axes[1] = projection_axis(low[2], high[2]);
    fit.middle = (high[1] / 2 + low[1] / 2) >> fit.unit_shift;
    fit.ground = -((high[1] / 2 - low[1] / 2) >> fit.unit_shift);
    fit.ground = fit.ground < 0 ? fit.ground : -1;
    const int32_t aside = projection_reach(low[0], high[0], fit.axes[0], fit.unit_shift);
    const int32_t towards = projection_reach(low[2], high[2], fit.axes[1], fit.unit_shift);
    const int32_t across = aside > towards ? aside : towards;
    const int32_t tall = HALF_PICTURE * PROJECTION_SUBPIXELS * PROJECTION_DISTANCE / -fit.ground;
    const int32_t wide = HALF_ACROSS * PROJECTION_SUBPIXELS * PROJECTION_DISTANCE / across;
    fit.focal = tall < wide ? tall : wide;
    return fit;
}
