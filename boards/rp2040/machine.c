/* SPDX-License-Identifier: MIT */
/* Raspberry Pi Pico: the panel, no buttons, time by TIMER, which counter_rp2040.c has started. */
#include "machine.h"

#include "panel.h"

#define MICROSECONDS (*(volatile uint32_t *)0x40054028u)

int machine_width = PANEL_SIDE, machine_height = PANEL_SIDE;
const char *machine_help = "";

static const uint16_t black[PANEL_SIDE]; /* a line */

void machine_start(void)
{
    int y;

    panel_start();
    for (y = 0; y < PANEL_SIDE; y++) {
        panel_send(0, y, PANEL_SIDE, 1, black);
    }
}

/* Whoever draws the next part takes the same memory: it has to wait. */
void machine_panel(int x, int y, int width, int height, const uint16_t *rgb565)
{
    panel_send(x, y, width, height, rgb565);
    panel_wait();
}

void machine_show(void)
{
}

/* To be called more than once in an hour. */
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
    return 0;
}
