/* SPDX-License-Identifier: MIT */
/* Nintendo 64: 320 x 240, NTSC, two pages of 16 bits a pixel. */
#include "screen.h"

#define VI ((volatile uint32_t *)0xa4400000u)

enum {
    VI_CONTROL, VI_ORIGIN, VI_WIDTH, VI_INTERRUPT, VI_CURRENT, VI_BURST, VI_V_SYNC, VI_H_SYNC,
    VI_LEAP, VI_H_START, VI_V_START, VI_V_BURST, VI_X_SCALE, VI_Y_SCALE, VI_COUNT
};

#define UNCACHED 0x20000000u /* added to an address */
#define PHYSICAL 0x1fffffffu
#define BLANK_LINE 0x202u    /* half lines, of 525 */

static uint16_t pages[2][SCREEN_HEIGHT][SCREEN_WIDTH]
    __attribute__((section(".framebuffer"), aligned(64)));
static uint32_t current;

/* Past the data cache: the video interface reads memory. */
static volatile uint16_t *pixels_of(uint32_t which)
{
    return (volatile uint16_t *)((uintptr_t)pages[which] + UNCACHED);
}

static uint32_t physical(uint32_t which)
{
    return (uint32_t)(uintptr_t)pages[which] & PHYSICAL;
}

void screen_start(void)
{
    /* 16 bits a pixel, no filter; the timing of an NTSC picture; 640 x 480 places for ours. */
    const uint32_t settings[VI_COUNT] = {
        0x0000320eu & ~0x3000u, physical(0), SCREEN_WIDTH, BLANK_LINE, 0, 0x03e52239u, 525,
        0x00000c15u, 0x0c150c15u, 0x006c02ecu, 0x002501ffu, 0x000e0204u, 0x200u, 0x400u
    };
    uint32_t i;

    for (i = 0; i < 2u * SCREEN_WIDTH * SCREEN_HEIGHT; i++) {
        pixels_of(0)[i] = 1;
    }
    for (i = 0; i < VI_COUNT; i++) {
        VI[i] = settings[i];
    }
}

void screen_show(const uint16_t *pixels, int width, int height)
{
    const uint32_t next = 1u - current;
    volatile uint16_t *to = pixels_of(next) + (SCREEN_HEIGHT - height) / 2 * SCREEN_WIDTH +
                            (SCREEN_WIDTH - width) / 2;
    int x, y;

    for (y = 0; y < height; y++) {
        for (x = 0; x < width; x++) { /* green loses its lowest bit; the last one is coverage */
            const uint32_t pixel = pixels[y * width + x];

            to[x] = (uint16_t)((pixel & 0xffc0u) | (pixel & 31u) << 1 | 1u);
        }
        to += SCREEN_WIDTH;
    }
    while ((VI[VI_CURRENT] & ~1u) != BLANK_LINE) {
    }
    VI[VI_ORIGIN] = physical(next);
    current = next;
}
