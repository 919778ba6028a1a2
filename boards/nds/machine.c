/* SPDX-License-Identifier: MIT */
/* The Nintendo DS as a machine of the showcase: the keys that the ARM9 can read, which are all but X and Y,
 * and the time of two of its timers. examples/nds draws on both screens, 256 x 192 each. */
#include "machine.h"

#define WIDTH 256
#define HEIGHT 192

#define IO16(offset) (*(volatile uint16_t *)(0x04000000u + (offset)))
#define KEYINPUT IO16(0x130)

#define TIMER(n) IO16(0x100 + 4 * (n))
#define TIMER_CONTROL(n) IO16(0x102 + 4 * (n))
#define TIMER_1024 0x0083u /* of 33,513,982 Hz */
#define TIMER_CASCADE 0x0084u
#define TICKS_PER_SECOND 32728u

int machine_width = WIDTH, machine_height = HEIGHT;
const char *machine_help = "A clip  B list  L R turn\nup down zoom  start text  select view";

void machine_start(void)
{
    TIMER_CONTROL(0) = 0;
    TIMER_CONTROL(1) = 0;
    TIMER(0) = 0;
    TIMER(1) = 0;
    TIMER_CONTROL(1) = TIMER_CASCADE;
    TIMER_CONTROL(0) = TIMER_1024;
}

/// Time and keys ////////////////////////////////////////////////////////////////////////////////

/* Must be called at least once in 131 s, so that the product stays within 32 bits. */
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
        0x004,         /* select */
        0x040,         /* up */
        0x080          /* down */
    };
    return machine_map(~(uint32_t)KEYINPUT, keys);
}
