/* SPDX-License-Identifier: MIT */
/* Chooses the ramps of colours, see ramps.h. */
#include "ramps.h"

#include "pelt/draw.h"
#include "console.h"

static uint32_t distance(const uint8_t a[3], const uint8_t b[3])
{
    const int32_t x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return (uint32_t)(x * x + y * y + z * z);
}

uint32_t ramps_nearest(const ramps *r, const uint8_t rgb[3])
{
    uint32_t least = UINT32_MAX, ramp = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        const uint32_t off = distance(rgb, r->rgb[i]);
        if (off < least) {
            least = off;
            ramp = i;
        }
    }
    return ramp;
}

void ramps_choose(ramps *r, const ramps_set sets[2])
{
    static const uint8_t black[4];
    for (uint32_t n = 0; n < r->count; n++) {
        const uint8_t *furthest = black;
        uint32_t most = 0;
        for (uint32_t k = 0; k < 2u; k++) {
            for (uint32_t i = 0; i < sets[k].count; i++) {
                const uint8_t *rgba = sets[k].rgba[i];
                uint32_t *off = sets[k].off + i; /* distance to the nearest ramp */
                const uint32_t now = n == 0u ? UINT32_MAX : distance(rgba, r->rgb[n - 1u]);
                *off = n == 0u || now < *off ? now : *off;
                if (*off > most && rgba[3] != 0u) {
                    most = *off;
                    furthest = rgba;
                }
            }
        }
        for (int i = 0; i < 3; i++)
            r->rgb[n][i] = furthest[i];
    }
}

uint32_t ramps_first(const ramps *r, uint32_t ramp)
{
    return r->count == RAMPS_COUNT ? 16u + 32u * ramp : 16u * ramp;
}

/* The least linear value, [0, 255], that is displayed as `shown` or brighter. */
static int32_t linear(uint32_t shown)
{
    int32_t low = 0, high = 255;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (pelt_display_get(middle * 16) >= shown)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void ramps_show(const ramps *r)
{
    /* Linear light, Q8: ambient, and from the lamp. */
    static const int32_t ambient[3] = {46, 54, 78};
    static const int32_t lamp[3] = {292, 276, 240};
    const uint32_t shades = r->count == RAMPS_COUNT ? 32u : 16u;
    for (uint32_t ramp = 0; ramp < r->count; ramp++) {
        int32_t own[3];
        for (int i = 0; i < 3; i++)
            own[i] = linear(r->rgb[ramp][i]);
        for (uint32_t shade = 0; shade < shades; shade++) {
            const uint32_t bright = shade * (32u / shades); /* of 31 */
            const int32_t lit = (int32_t)(bright * bright * 256u / (31u * 31u));
            uint32_t colour = 0;
            for (int i = 0; i < 3; i++) {
                const int32_t light = ambient[i] + (lamp[i] * lit >> 8);
                colour |= (uint32_t)pelt_display_get(own[i] * light >> 4) >> 3 << (5 * i);
            }
            CONSOLE_PALETTE[ramps_first(r, ramp) + shade] = (uint16_t)colour;
        }
    }
}
