/* SPDX-License-Identifier: MIT */
/* The Nintendo 64 as a machine of the showcase: 320 x 240, NTSC, three pages of 16 bits a pixel; the
 * first controller; time by the processor's counter. */
#include "machine.h"
#include "screen.h"

#define WIDTH 320
#define HEIGHT 240

#define VI ((volatile uint32_t *)0xa4400000u)

enum { VI_ORIGIN = 1, VI_CURRENT = 4, VI_COUNT = 14 }; /* registers */

#define COUNTS_PER_MS 46875u /* half the processor's clock */

#define SI_MEMORY (*(volatile uint32_t *)0xa4800000u)
#define SI_READ (*(volatile uint32_t *)0xa4800004u) /* from the PIF, 64 bytes */
#define SI_WRITE (*(volatile uint32_t *)0xa4800010u)
#define SI_STATUS (*(volatile uint32_t *)0xa4800018u)
#define SI_BUSY 3u
#define PIF_RAM 0x1fc007c0u
#define PIF_WORDS 16

#define PAGES 3u
#define MI_PENDING (*(volatile uint32_t *)0xa4300008u)
#define MI_BLANK 0x08u    /* until VI_CURRENT is written */
#define BLANK_LINE 0x202u /* half lines, of 525 */

static uint16_t pages[PAGES][HEIGHT][WIDTH] __attribute__((section(".framebuffer"), aligned(64)));
static uint32_t next = 1; /* the page that is drawn; the one before it is shown or will be */

/* The address past the data cache, as the video interface reads memory. */
static volatile uint16_t *pixels_of(uint32_t which)
{
    return (volatile uint16_t *)((uintptr_t)pages[which] + N64_UNCACHED);
}

static uint32_t physical(uint32_t which)
{
    return (uint32_t)(uintptr_t)pages[which] & N64_PHYSICAL;
}

uint32_t n64_page(void)
{
    return physical(next);
}

int machine_width = WIDTH, machine_height = HEIGHT;
const char *machine_help = "A clip  B list  L R turn\nup down zoom  start text  Z view";

/// Picture //////////////////////////////////////////////////////////////////////////////////////

void machine_start(void)
{
    /* 16 bits a pixel, neither filter nor gamma; an NTSC picture, whose 640 x 480 places show
     * ours. */
    const uint32_t settings[VI_COUNT] = {
        0x0202u,     physical(0), WIDTH,       BLANK_LINE,  0,           0x03e52239u, 525,
        0x00000c15u, 0x0c150c15u, 0x006c02ecu, 0x002501ffu, 0x000e0204u, 0x200u,      0x400u};
    for (uint32_t i = 0; i < PAGES * WIDTH * HEIGHT; i++)
        pixels_of(0)[i] = 1;
    for (uint32_t i = 0; i < VI_COUNT; i++)
        VI[i] = settings[i];
}

void machine_panel(int x, int y, int width, int height, const uint16_t *rgb565)
{
    volatile uint16_t *to = pixels_of(next) + y * WIDTH + x;
    for (; height > 0; height--) {
        for (int i = 0; i < width; i++) { /* green loses its lowest bit; the last one is coverage */
            const uint32_t pixel = *rgb565++;
            to[i] = (uint16_t)((pixel & 0xffc0u) | (pixel & 31u) << 1 | 1u);
        }
        to += WIDTH;
    }
}

/* A page whose address is written is on the screen from the next blank on, its predecessor until then. So
 * after a blank the third page is free, and is the next one to be drawn. */
void machine_show(void)
{
    while ((MI_PENDING & MI_BLANK) == 0u) {
    }
    VI[VI_ORIGIN] = physical(next);
    VI[VI_CURRENT] = 0;
    next = (next + 1u) % PAGES;
}

/// Time /////////////////////////////////////////////////////////////////////////////////////////

/* Must be called more than once in 90 seconds. Mupen64Plus's recompiler reads the counter wrongly in a
 * function that lies on two pages of 4 KB, which this one does not if it is aligned. */
__attribute__((aligned(128))) uint32_t machine_milliseconds(void)
{
    static uint32_t last, ms;
    const uint32_t elapsed = (n64_count() - last) / COUNTS_PER_MS;
    last += elapsed * COUNTS_PER_MS;
    ms += elapsed;
    return ms;
}

/// Controller ///////////////////////////////////////////////////////////////////////////////////

static void transfer(volatile uint32_t *direction, uint32_t *block)
{
    while ((SI_STATUS & SI_BUSY) != 0u) {
    }
    SI_MEMORY = (uint32_t)(uintptr_t)block & N64_PHYSICAL;
    *direction = PIF_RAM;
    while ((SI_STATUS & SI_BUSY) != 0u) {
    }
}

/* The PIF carries out the commands of the block: it sends one byte to the first controller and
 * receives four. */
static uint32_t read_pad(void)
{
    /* Not cleared, so that no cache line is ever written back over it. */
    static uint32_t cached[PIF_WORDS] __attribute__((section(".framebuffer"), aligned(64)));
    volatile uint32_t *block = (volatile uint32_t *)((uintptr_t)cached + N64_UNCACHED);
    for (int i = 0; i < PIF_WORDS; i++)
        block[i] = 0;
    block[0] = 0xff010401u;
    block[1] = 0xffffffffu;
    block[2] = 0xfe000000u;
    block[PIF_WORDS - 1] = 1; /* start */
    transfer(&SI_WRITE, cached);
    transfer(&SI_READ, cached);
    return (block[0] & 0xc000u) != 0u ? 0u : block[1] >> 16; /* no controller answers */
}

uint32_t machine_buttons(void)
{
    static const uint16_t keys[] = {
        0x8000,          /* A */
        0x4000,          /* B */
        0x0020 | 0x0200, /* L, left */
        0x0010 | 0x0100, /* R, right */
        0x1000,          /* start */
        0x2000,          /* Z */
        0x0800,          /* up */
        0x0400           /* down */
    };
    return machine_map(read_pad(), keys);
}
