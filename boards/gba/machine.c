/* SPDX-License-Identifier: MIT */
/* Buttons and clock of the Game Boy Advance; examples/gba draws the pictures. */
#include "machine.h"

#include "console.h"

int machine_width = 240, machine_height = 160;
const char *machine_help = "";

void machine_start(void)
{
}

/* The clock counts pictures of the screen, 59.7 a second. */
uint32_t machine_milliseconds(void)
{
    return (uint32_t)((uint64_t)console_blanks() * (1000u * CONSOLE_PICTURE_CYCLES) >> 24);
}

uint32_t machine_buttons(void)
{
    static const uint16_t keys[8] = {CONSOLE_A,
                                     CONSOLE_B,
                                     CONSOLE_L | CONSOLE_LEFT,
                                     CONSOLE_R | CONSOLE_RIGHT,
                                     CONSOLE_START,
                                     CONSOLE_SELECT,
                                     CONSOLE_UP,
                                     CONSOLE_DOWN};
    return machine_map(console_keys(), keys);
}
