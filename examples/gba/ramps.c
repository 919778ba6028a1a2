/* SPDX-License-Identifier: MIT */
/* Chooses the ramps of colours, see ramps.h. */
#include "ramps.h"

#include "pelt/draw.h"
#include "console.h"

/* The mean of the corners' colours. */
static void colour_of(int32_t rgb[3], const draw_triangle *triangle, const uint8_t *colours)
{
    for (int i = 0; i < 3; i++) {
        rgb[i] = 0;
        for (int k = 0; k < 3; k++) {
            const uint32_t corner = k == 0   ? triangle->a_b & 0xFFFFu
                                    : k == 1 ? triangle->a_b >> 16
                                             : triangle->c_ramp & 0xFFFFu;
            rgb[i] += colours[corner / 2u + (uint32_t)i]; /* 4 bytes for each 8 */
        }
        rgb[i] /= 3;
    }
}

static uint32_t distance(const int32_t rgb[3], const uint8_t ramp[3])
{
    const int32_t r = rgb[0] - ramp[0], g = rgb[1] - ramp[1], b = rgb[2] - ramp[2];
    return (uint32_t)(r * r + g * g + b * b);
}

static uint32_t nearest(const int32_t rgb[3], const uint8_t ramps[RAMPS_COUNT][3])
{
    uint32_t least = UINT32_MAX, ramp = 0;
    for (uint32_t i = 0; i < RAMPS_COUNT; i++) {
        const uint32_t off = distance(rgb, ramps[i]);
        if (off < least) {
            least = off;
            ramp = i;
        }
    }
    return ramp;
}

void ramps_choose(uint8_t ramps[RAMPS_COUNT][3], const draw_triangle *triangles, uint32_t count,
                  const uint8_t *colours, uint32_t *off)
{
    uint32_t furthest = 0;
    int32_t rgb[3];
    for (uint32_t t = 0; t < count; t++)
        off[t] = UINT32_MAX; /* distance to the nearest ramp */
    for (uint32_t n = 0; n < RAMPS_COUNT; n++) {
        uint32_t most = 0;
        colour_of(rgb, &triangles[furthest], colours);
        for (int i = 0; i < 3; i++)
            ramps[n][i] = (uint8_t)rgb[i];
        for (uint32_t t = 0; t < count; t++) {
            colour_of(rgb, &triangles[t], colours);
            const uint32_t now = distance(rgb, ramps[n]);
            off[t] = now < off[t] ? now : off[t];
            if (off[t] > most) {
                most = off[t];
                furthest = t;
            }
        }
    }
}

void ramps_assign(draw_triangle *triangles, uint32_t count, const uint8_t *colours,
                  const uint8_t ramps[RAMPS_COUNT][3])
{
    for (uint32_t t = 0; t < count; t++) {
        int32_t rgb[3];
        colour_of(rgb, &triangles[t], colours);
        triangles[t].c_ramp = (triangles[t].c_ramp & 0xFFFFu) |
                              (RAMPS_FIRST + RAMPS_SHADES * nearest(rgb, ramps)) << 24;
    }
}

void ramps_show(const uint8_t ramps[RAMPS_COUNT][3])
{
    /* Linear light, Q8: ambient, and from the lamp. */
    static const int32_t ambient[3] = {46, 54, 78};
    static const int32_t lamp[3] = {292, 276, 240};
    for (uint32_t ramp = 0; ramp < RAMPS_COUNT; ramp++) {
        for (uint32_t shade = 0; shade < RAMPS_SHADES; shade++) {
            const int32_t lit = (int32_t)(shade * shade * 256u) /
                                (int32_t)((RAMPS_SHADES - 1u) * (RAMPS_SHADES - 1u));
            uint32_t colour = 0;
            for (int i = 0; i < 3; i++) {
                const int32_t light = ambient[i] + (lamp[i] * lit >> 8);
                colour |= (uint32_t)pelt_display_get(ramps[ramp][i] * light >> 4) >> 3 << (5 * i);
            }
            CONSOLE_PALETTE[RAMPS_FIRST + RAMPS_SHADES * ramp + shade] = (uint16_t)colour;
        }
    }
}
