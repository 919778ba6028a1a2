/* SPDX-License-Identifier: MIT */
/* The demo's picture in the middle of the panel. */
#include "screen.h"

#include "panel.h"

static const uint16_t black[PANEL_SIDE]; /* a line */

void screen_start(void)
{
    int y;

    panel_start();
    for (y = 0; y < PANEL_SIDE; y++) {
        panel_send(0, y, PANEL_SIDE, 1, black);
    }
}

/* The demo draws the next frame into the same memory: it has to wait. */
void screen_show(const uint16_t *pixels, int width, int height)
{
    panel_send((PANEL_SIDE - width) / 2, (PANEL_SIDE - height) / 2, width, height, pixels);
    panel_wait();
}
