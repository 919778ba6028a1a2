/* SPDX-License-Identifier: MIT */
/* Sets up the geometry engine, see engine.h. */
#include "engine.h"

#define DISPCNT (*(volatile uint32_t *)0x04000000u)
#define VCOUNT (*(volatile uint16_t *)0x04000006u)
#define DISP3DCNT (*(volatile uint16_t *)0x04000060u)
#define POWCNT1 (*(volatile uint16_t *)0x04000304u)
#define CLEAR_COLOR (*(volatile uint32_t *)0x04000350u)
#define CLEAR_DEPTH (*(volatile uint16_t *)0x04000354u)
#define GXSTAT (*(volatile uint32_t *)0x04000600u)
#define POS_RESULT ((volatile int32_t *)0x04000620u)

#define POWER_ALL_MAIN_ABOVE 0x820fu
#define DISPLAY_3D 0x00010108u /* layer 0, from the geometry engine */
#define SMOOTH_EDGES 0x0010u
#define GXSTAT_TESTING 0x00000001u
#define GXSTAT_BUSY 0x08000000u

#define FIRST_BLANK_LINE 192u

void engine_start(uint32_t background)
{
    POWCNT1 = POWER_ALL_MAIN_ABOVE;
    DISPCNT = DISPLAY_3D;
    DISP3DCNT = SMOOTH_EDGES;
    CLEAR_COLOR = background | 0x3f1f0000u; /* opaque, with its own polygon number */
    CLEAR_DEPTH = 0x7fffu;
    VIEWPORT = (uint32_t)(ENGINE_WIDTH - 1) << 16 | (uint32_t)(ENGINE_HEIGHT - 1) << 24;
    TEXIMAGE_PARAM = 0;
}

static void wait_for_blank(void)
{
    while (VCOUNT >= FIRST_BLANK_LINE) { /* waits for the end of the current blank */
    }
    while (VCOUNT < FIRST_BLANK_LINE) {
    }
}

void engine_show(void)
{
    SWAP_BUFFERS = 0;
    wait_for_blank();
}

void engine_test(int32_t out[4], uint32_t xy, uint32_t z)
{
    POS_TEST = xy;
    POS_TEST = z;
    while ((GXSTAT & (GXSTAT_TESTING | GXSTAT_BUSY)) != 0u) {
    }
    for (unsigned i = 0; i < 4u; i++)
        out[i] = POS_RESULT[i];
}

void engine_load_4x3(const int32_t m[12])
{
    for (unsigned i = 0; i < 12u; i++)
        MTX_LOAD_4X3 = (uint32_t)m[i];
}

void engine_load_4x4(const int32_t m[16])
{
    for (unsigned i = 0; i < 16u; i++)
        MTX_LOAD_4X4 = (uint32_t)m[i];
}
