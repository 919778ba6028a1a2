/* SPDX-License-Identifier: MIT */
#include "backdrop.h"

#define SPOKES 32u

/* Display colours, RGB. */
static const uint8_t sky_top[3] = { 44, 58, 104 };
static const uint8_t sky_bottom[3] = { 206, 190, 196 };
static const uint8_t disc_light[3] = { 138, 178, 112 };
static const uint8_t disc_dark[3] = { 126, 168, 106 };
static const uint8_t rim_light[3] = { 236, 222, 178 };
static const uint8_t rim_dark[3] = { 94, 132, 92 };
const uint8_t backdrop_shadow[3] = { 78, 110, 84 };

/* Ordered dither: which of 16 neighbours go up first. */
static const uint8_t bayer[4][4] = {
    { 0, 8, 2, 10 }, { 12, 4, 14, 6 }, { 3, 11, 1, 9 }, { 15, 7, 13, 5 }
};

/* value in 1/16 display steps; `bits` of 8 will be kept: the threshold spans what is cut off. */
static uint32_t dither(int32_t value, uint32_t threshold, uint32_t bits)
{
    const uint32_t up = (uint32_t)value + (threshold << (8u - bits));

    return up >> 4 > 255u ? 255u : up >> 4;
}

void backdrop_sky(const raster_band *band, int32_t height)
{
    int32_t line, x;

    for (line = 0; line < band->line_count; line++) {
        const int32_t y = band->first_line + line;
        uint16_t *row = band->colours + line * band->width;
        int32_t mixed[3];
        uint16_t pattern[4];
        int i;

        for (i = 0; i < 3; i++) {
            mixed[i] = sky_top[i] * 16 + (sky_bottom[i] - sky_top[i]) * 16 * y / height;
        }
        for (i = 0; i < 4; i++) {
            const uint32_t threshold = bayer[y & 3][i];

            pattern[i] = raster_colour(dither(mixed[0], threshold, 5),
                                       dither(mixed[1], threshold, 6),
                                       dither(mixed[2], threshold, 5));
        }
        for (x = 0; x < band->width; x++) {
            row[x] = pattern[x & 3];
        }
    }
}

/* Inner and outer end of a spoke of the rim. */
static void spoke(raster_vertex ends[2], const camera *cam, uint32_t index, const uint8_t *colour)
{
    const int32_t inner = cam->radius * 9 / 8;
    const int32_t outer = inner + inner / 10;
    const uint32_t angle = index * (CAMERA_TURN / SPOKES);
    const int32_t sine = camera_sine(angle);
    const int32_t cosine = camera_sine(angle + CAMERA_TURN / 4u);

    camera_ground(&ends[0], cam, inner * sine >> 14, inner * cosine >> 14, colour);
    camera_ground(&ends[1], cam, outer * sine >> 14, outer * cosine >> 14, colour);
}

void backdrop_ground(const raster_band *band, const camera *cam)
{
    const uint32_t flags = RASTER_PAINT | RASTER_TWO_SIDED;
    raster_vertex centre, from[2], to[2];
    uint32_t i;

    for (i = 0; i < SPOKES; i++) {
        const uint8_t *colour = (i & 1u) != 0u ? rim_light : rim_dark;

        camera_ground(&centre, cam, 0, 0, (i & 4u) != 0u ? disc_light : disc_dark);
        spoke(from, cam, i, colour);
        spoke(to, cam, i + 1u, colour);
        raster_triangle(band, &centre, &from[0], &to[0], flags);
        raster_triangle(band, &from[0], &from[1], &to[0], flags);
        raster_triangle(band, &from[1], &to[0], &to[1], flags);
    }
}
