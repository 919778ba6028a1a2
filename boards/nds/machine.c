/* SPDX-License-Identifier: MIT */
/*
 * The Nintendo DS as a machine of the showcase: the upper screen, 256 x 192, shown from two banks
 * of video memory in turn; the keys that the ARM9 can read, all but X and Y; time by two of its
 * timers.
 */
#include "machine.h"

#define WIDTH 256
#define HEIGHT 192

#define IO16(offset) (*(volatile uint16_t *)(0x04000000u + (offset)))
#define DISPCNT (*(volatile uint32_t *)0x04000000u)
#define DISPCNT_BELOW (*(volatile uint32_t *)0x04001000u)
#define BACKDROP_BELOW (*(volatile uint16_t *)0x05000400u)
#define VCOUNT IO16(0x006)
#define KEYINPUT IO16(0x130)
#define VRAMCNT_AB IO16(0x240) /* a byte each */
#define POWCNT1 IO16(0x304)

#define TIMER(n) IO16(0x100 + 4 * (n))
#define TIMER_CONTROL(n) IO16(0x102 + 4 * (n))
#define TIMER_1024 0x0083u /* of 33,513,982 Hz */
#define TIMER_CASCADE 0x0084u
#define TICKS_PER_SECOND 32728u

#define POWER_BOTH_MAIN_ABOVE 0x8203u
#define SHOW_BANK(n) (0x00020000u | (n) << 18)
#define SHOW_NOTHING 0x00010000u /* shows only the backdrop; all zero would be white */
#define VRAM_PLAIN 0x8080u

#define FIRST_BLANK_LINE 192u

int machine_width = WIDTH, machine_height = HEIGHT;
const char *machine_help = "A B clip  L R turn\nstart text  select view";

static uint32_t shown; /* the bank that is shown */

/// Picture //////////////////////////////////////////////////////////////////////////////////////

static volatile uint16_t *bank(uint32_t which)
{
    return (volatile uint16_t *)(0x06800000u + 0x20000u * which);
}

void machine_start(void)
{
    POWCNT1 = POWER_BOTH_MAIN_ABOVE;
    DISPCNT_BELOW = SHOW_NOTHING;
    BACKDROP_BELOW = 0;
    VRAMCNT_AB = VRAM_PLAIN;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        bank(0)[i] = 0;
    DISPCNT = SHOW_BANK(0u);
    TIMER_CONTROL(0) = 0;
    TIMER_CONTROL(1) = 0;
    TIMER(0) = 0;
    TIMER(1) = 0;
    TIMER_CONTROL(1) = TIMER_CASCADE;
    TIMER_CONTROL(0) = TIMER_1024;
}

/* Swaps red and blue; green loses its lowest bit. */
void machine_panel(int x, int y, int width, int height, const uint16_t *rgb565)
{
    volatile uint16_t *to = bank(1u - shown) + y * WIDTH + x;

    for (; height > 0; height--) {
        for (int i = 0; i < width; i++) {
            const uint32_t pixel = *rgb565++;

            to[i] = (uint16_t)(pixel >> 11 | (pixel >> 1 & 0x3e0u) | (pixel & 31u) << 10);
        }
        to += WIDTH;
    }
}

void machine_show(void)
{
    shown = 1u - shown;
    while (VCOUNT >= FIRST_BLANK_LINE) { /* waits for the end of the current blank */
    }
    while (VCOUNT < FIRST_BLANK_LINE) {
    }
    DISPCNT = SHOW_BANK(shown);
}

/// Time and keys ////////////////////////////////////////////////////////////////////////////////

/* Must be called more than once in a minute, so that no product leaves 32 bits. */
uint32_t machine_milliseconds(void)
{
    static uint32_t last, remainder, ms;
    uint32_t high, low;

    do {
        high = TIMER(1);
        low = TIMER(0);
    } while (high != TIMER(1));
    low |= high << 16;
    remainder += (low - last) * 1000u;
    last = low;
    ms += remainder / TICKS_PER_SECOND;
    remainder %= TICKS_PER_SECOND;
    return ms;
}

uint32_t machine_buttons(void)
{
    static const uint16_t keys[] = {
        0x001,         /* A */
        0x002,         /* B */
        0x200 | 0x020, /* L, left */
        0x100 | 0x010, /* R, right */
        0x008,         /* start */
        0x004          /* select */
    };

    return machine_map(~(uint32_t)KEYINPUT, keys);
}
