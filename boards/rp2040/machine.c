/* SPDX-License-Identifier: MIT */
/* The Raspberry Pi Pico as a machine of the showcase: the panel, the four buttons of Pimoroni's
 * display packs, time by TIMER, which counter_rp2040.c has started. */
#include "machine.h"

#include "panel.h"

#define BUTTON_A 12 /* B, X and Y follow; a button that is held is low */
#define PAD(n) (*(volatile uint32_t *)(0x4001c004u + 4u * (uint32_t)(n)))
#define FUNCTION(n) (*(volatile uint32_t *)(0x40014004u + 8u * (uint32_t)(n)))
#define PINS (*(volatile uint32_t *)0xd0000004u)
#define MICROSECONDS (*(volatile uint32_t *)0x40054028u)

int machine_width = PANEL_SIDE, machine_height = PANEL_SIDE;
const char *machine_help = "A clip  B list  X turn\nY text  X+Y view";

static const uint16_t black[PANEL_SIDE]; /* one line */

void machine_start(void)
{
    panel_start();
    for (int y = 0; y < 4; y++) {
        PAD(BUTTON_A + y) = 0x4au;   /* input, pulled up, Schmitt trigger */
        FUNCTION(BUTTON_A + y) = 5u; /* SIO, whose inputs are PINS */
    }
    for (int y = 0; y < PANEL_SIDE; y++)
        panel_send(0, y, PANEL_SIDE, 1, black);
}

/* The caller draws the next part in the same memory, so this waits for the transfer. */
void machine_panel(int x, int y, int width, int height, const uint16_t *rgb565)
{
    panel_send(x, y, width, height, rgb565);
    panel_wait();
}

void machine_show(void)
{
}

/* Must be called more than once in an hour. */
uint32_t machine_milliseconds(void)
{
    static uint32_t last, ms;
    const uint32_t elapsed = (MICROSECONDS - last) / 1000u;
    last += elapsed * 1000u;
    ms += elapsed;
    return ms;
}

uint32_t machine_buttons(void)
{
    static const uint8_t of_xy[4] = {0, MACHINE_RIGHT, MACHINE_TEXT, MACHINE_CAMERA};
    const uint32_t held = ~(PINS >> BUTTON_A) & 15u;
    if (held == 15u) /* a request by a host to end the program */
        return MACHINE_NEXT | MACHINE_LIST | MACHINE_TEXT | MACHINE_CAMERA;
    return ((held & 1u) != 0u ? MACHINE_NEXT : 0u) | ((held & 2u) != 0u ? MACHINE_LIST : 0u) |
           of_xy[held >> 2];
}
