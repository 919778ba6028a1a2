/* SPDX-License-Identifier: MIT */
/* Draws the backdrop, see backdrop.h. */
#include "backdrop.h"

#include <string.h>

/* Display colours, RGB. */
const uint8_t backdrop_colours[2][3] = {{44, 58, 104}, {206, 190, 196}};
static const uint8_t disc_light[3] = {138, 178, 112};
static const uint8_t disc_dark[3] = {126, 168, 106};
static const uint8_t rim_light[3] = {236, 222, 178};
static const uint8_t rim_dark[3] = {94, 132, 92};
const uint8_t backdrop_shadow[4] = {78, 110, 84, 0};

/* Ordered dither: the order in which 16 neighbours increase. */
static const uint8_t bayer[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

/* Dithers a colour, 1/16 of display steps: the threshold spans the bits that are dropped. Channels are at
 * most 240, so no sum is above 255. */
static uint16_t dither(const int32_t colour[3], uint32_t threshold)
{
    const uint32_t r = ((uint32_t)colour[0] + threshold * 8u) >> 7;
    const uint32_t g = ((uint32_t)colour[1] + threshold * 4u) >> 6;
    const uint32_t b = ((uint32_t)colour[2] + threshold * 8u) >> 7;
    return (uint16_t)(r << 11 | g << 5 | b);
}

/* Two pixels. */
typedef uint32_t __attribute__((may_alias)) two;

void backdrop_sky(const pelt_band *band, int32_t height)
{
    const uint8_t *top = backdrop_colours[0], *bottom = backdrop_colours[1];
    for (int32_t line = 0; line < band->line_count; line++) {
        const int32_t y = band->first_line + line;
        uint16_t *row = band->colours + line * band->width;
        int32_t mixed[3], x = 0;
        const int32_t by_words = ((uintptr_t)row & 3u) == 0u ? band->width : 0;
        uint16_t pattern[4];
        uint32_t pairs[2];
        for (int i = 0; i < 3; i++)
            mixed[i] = top[i] * 16 + (bottom[i] - top[i]) * 16 * y / height;
        for (int i = 0; i < 4; i++)
            pattern[i] = dither(mixed, bayer[y & 3][i]);
        memcpy(pairs, pattern, sizeof pairs);
        const two first = pairs[0], second = pairs[1];
        for (; x + 16 <= by_words; x += 16, row += 16) {
            two *to = (two *)(void *)row;
            to[0] = to[2] = to[4] = to[6] = first;
            to[1] = to[3] = to[5] = to[7] = second;
        }
        for (; x + 4 <= by_words; x += 4, row += 4) {
            two *to = (two *)(void *)row;
            to[0] = first;
            to[1] = second;
        }
        for (; x < band->width; x++)
            *row++ = pattern[x & 3];
    }
}

/* A vertex outside the range is in no triangle that is drawn, so it does not count. */
static void widen(backdrop *b, const pelt_draw_vertex *v)
{
    if (v->outside == 0u) {
        b->low = v->y < b->low ? v->y : b->low;
        b->high = v->y > b->high ? v->y : b->high;
    }
}

void backdrop_place(backdrop *b, const pelt_camera *cam, int32_t height)
{
    /* In camera units, below 2^13: a product with a sine has less than 28 bits. */
    const int32_t inner = cam->radius * 9 / 8;
    const int32_t outer = inner + inner / 10;
    b->height = height;
    b->low = INT32_MAX;
    b->high = INT32_MIN;
    pelt_camera_project_ground(&b->centre[0], cam, 0, 0, disc_dark);
    pelt_camera_project_ground(&b->centre[1], cam, 0, 0, disc_light);
    widen(b, &b->centre[0]);
    for (uint32_t i = 0; i < BACKDROP_SPOKES; i++) {
        const uint8_t *colour = (i & 1u) != 0u ? rim_light : rim_dark;
        const uint32_t angle = i * (PELT_TURN / BACKDROP_SPOKES);
        const int32_t sine = pelt_sine_get(angle);
        const int32_t cosine = pelt_sine_get(angle + PELT_TURN / 4u);
        pelt_camera_project_ground(&b->inner[i], cam, inner * sine >> 14, inner * cosine >> 14,
                                   colour);
        pelt_camera_project_ground(&b->outer[i], cam, outer * sine >> 14, outer * cosine >> 14,
                                   colour);
        widen(b, &b->inner[i]);
        widen(b, &b->outer[i]);
    }
}

void backdrop_paint(const pelt_band *band, void *own)
{
    const uint32_t flags = PELT_DRAW_PAINT | PELT_DRAW_TWO_SIDED;
    const backdrop *b = (const backdrop *)own;
    const int32_t start = band->first_line * 16;
    backdrop_sky(band, b->height);
    if (b->high < start || b->low > start + band->line_count * 16)
        return;
    for (uint32_t i = 0; i < BACKDROP_SPOKES; i++) {
        const uint32_t k = i + 1u < BACKDROP_SPOKES ? i + 1u : 0u;
        pelt_triangle_draw(band, &b->centre[i >> 2 & 1u], &b->inner[i], &b->inner[k], flags);
        pelt_triangle_draw(band, &b->inner[i], &b->outer[i], &b->inner[k], flags);
        pelt_triangle_draw(band, &b->outer[i], &b->inner[k], &b->outer[k], flags);
    }
}
