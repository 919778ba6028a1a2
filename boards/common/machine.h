/* SPDX-License-Identifier: MIT */
/* The parts of a machine that the showcase of examples/showcase needs in addition to board.h: a
 * picture, buttons, a clock. MACHINE in board.mk names the file that implements them. A board with
 * its own renderer (examples/gba) has neither machine_panel() nor machine_show(). */
#pragma once

#include <stdint.h>

/* Size of the picture in pixels: even, at most 1024. The program must not change it. */
extern int machine_width, machine_height;

/* The text about the buttons on the screen, lines with \n between them; "" if there are none. */
extern const char *machine_help;

/* Must be called before all other functions. */
void machine_start(void);

/* Sends a part of the picture, [height][width], RGB 5-6-5; the pixels have been read when it
 * returns. Parts come from the top and are as wide as the picture. */
void machine_panel(int x, int y, int width, int height, const uint16_t *rgb565);

/* Shows the picture after all its parts have been sent, and waits until the next one may be
 * sent. */
void machine_show(void);

/* Time of a clock that runs forward; it wraps at 2^32. */
uint32_t machine_milliseconds(void);

/* The buttons that are held. All of NEXT, LIST, TEXT and CAMERA together end the program if a host
 * listens. */
#define MACHINE_NEXT 0x01u /* shows the next clip; while it is held, one after another */
#define MACHINE_LIST 0x02u /* shows and hides the names of the clips */
#define MACHINE_LEFT 0x04u /* turns the model */
#define MACHINE_RIGHT 0x08u
#define MACHINE_TEXT 0x10u   /* shows and hides the text */
#define MACHINE_CAMERA 0x20u /* changes the viewpoint */
#define MACHINE_IN 0x40u     /* zoom, or a clip up and down the list */
#define MACHINE_OUT 0x80u
uint32_t machine_buttons(void);

/* Maps keys to buttons for machine_buttons(): keys[i] are the machine's keys for the i-th button
 * above. */
static inline uint32_t machine_map(uint32_t held, const uint16_t keys[8])
{
    uint32_t buttons = 0;
    for (uint32_t i = 0; i < 8u; i++)
        buttons |= (held & keys[i]) != 0u ? 1u << i : 0u;
    return buttons;
}
