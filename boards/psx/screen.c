/* SPDX-License-Identifier: MIT */
/* PlayStation: 320 x 240, NTSC, two pages in video memory, filled by the processor. */
#include "screen.h"

#include <stdbool.h>

#define GP0 (*(volatile uint32_t *)0x1f801810u)
#define GP1 (*(volatile uint32_t *)0x1f801814u) /* read: status */
#define GPU_READY 0x04000000u

#define INTERRUPTS (*(volatile uint32_t *)0x1f801070u)
#define VERTICAL_BLANK 1u

#define GP0_FILL 0x02000000u
#define GP0_COPY 0xa0000000u
#define GP1_RESET      0x00000000u
#define GP1_DISPLAY_ON 0x03000000u
#define GP1_ORIGIN     0x05000000u
#define GP1_COLUMNS    0x06000000u
#define GP1_LINES      0x07000000u
#define GP1_MODE       0x08000001u /* 320 pixels, 15 bits, NTSC */

#define FIRST_COLUMN 0x260u /* of the television's line, in its own clocks: eight to a pixel */
#define FIRST_LINE   16u

#define PAGE_LINES 256u

#define POINT(x, y) ((uint32_t)(y) << 16 | (uint32_t)(x))

static uint32_t page; /* its first line in video memory */

static void command(uint32_t word)
{
    while ((GP1 & GPU_READY) == 0u) {
    }
    GP0 = word;
}

void screen_start(void)
{
    GP1 = GP1_RESET;
    command(GP0_FILL);
    GP0 = POINT(0, 0);
    GP0 = POINT(SCREEN_WIDTH, 2u * PAGE_LINES - 1u);
    GP1 = GP1_MODE;
    GP1 = GP1_COLUMNS | (FIRST_COLUMN + 8u * SCREEN_WIDTH) << 12 | FIRST_COLUMN;
    GP1 = GP1_LINES | (FIRST_LINE + SCREEN_HEIGHT) << 10 | FIRST_LINE;
    GP1 = GP1_ORIGIN;
    GP1 = GP1_DISPLAY_ON;
    page = PAGE_LINES;
}

/* Red and blue change places, green loses its lowest bit. */
static uint32_t convert(uint32_t pixel)
{
    return pixel >> 11 | (pixel >> 1 & 0x3e0u) | (pixel & 31u) << 10;
}

void screen_show(const uint16_t *pixels, int width, int height)
{
    const int count = width * height;
    int i;

    command(GP0_COPY);
    GP0 = POINT((SCREEN_WIDTH - width) / 2, (int)page + (SCREEN_HEIGHT - height) / 2);
    GP0 = POINT(width, height);
    for (i = 0; i < count; i += 2) {
        GP0 = convert(pixels[i]) | convert(pixels[i + 1]) << 16;
    }
    INTERRUPTS = ~VERTICAL_BLANK;
    while ((INTERRUPTS & VERTICAL_BLANK) == 0u) {
    }
    GP1 = GP1_ORIGIN | page << 10;
    page = PAGE_LINES - page;
}
