/* SPDX-License-Identifier: MIT */
/* A machine without display, buttons or usable clock: pictures only go to a host. */
#include "machine.h"

int machine_width = 240, machine_height = 240;
const char *machine_help = "";

void machine_start(void)
{
}

void machine_panel(int x, int y, int width, int height, const uint16_t *rgb565)
{
    (void)x;
    (void)y;
    (void)width;
    (void)height;
    (void)rgb565;
}

void machine_show(void)
{
}

/* Runs as if 30 pictures were drawn per second. */
uint32_t machine_milliseconds(void)
{
    static uint32_t ms;
    ms += 33u;
    return ms;
}

uint32_t machine_buttons(void)
{
    return 0;
}
