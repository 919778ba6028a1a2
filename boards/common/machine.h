/* SPDX-License-Identifier: MIT */
/*
 * What the showcase of examples/showcase needs of a machine beside board.h: a picture, buttons, a
 * clock. Its board.mk names the file: MACHINE. A board with a renderer of its own (examples/gba) has
 * neither machine_panel() nor machine_show().
 */
#ifndef PELT_BOARD_MACHINE_H
#define PELT_BOARD_MACHINE_H

#include <stdint.h>

/* Pixels of the picture, even, at most 1024; not to be changed. */
extern int machine_width, machine_height;

/* What the screen says of the buttons, lines with \n between them; "" where there are none. */
extern const char *machine_help;

/* Before all else. */
void machine_start(void);

/* Sends a part of the picture, [height][width], RGB 5-6-5, and has read it when it returns. The
 * parts of a picture come from the top, as wide as it is. */
void machine_panel(int x, int y, int width, int height, const uint16_t *rgb565);

/* All parts of a picture have been sent: shows it, and waits until the next may be sent. */
void machine_show(void);

/* Of a clock that runs forward; they wrap at 2^32. */
uint32_t machine_milliseconds(void);

/* The buttons that are held. All of NEXT, PREVIOUS, TEXT and CAMERA at once end the program where a
 * host listens. */
#define MACHINE_NEXT 0x01u /* clip */
#define MACHINE_PREVIOUS 0x02u
#define MACHINE_LEFT 0x04u /* turns the model */
#define MACHINE_RIGHT 0x08u
#define MACHINE_TEXT 0x10u   /* hides and shows it */
#define MACHINE_CAMERA 0x20u /* from elsewhere */
uint32_t machine_buttons(void);

/* For machine_buttons(): of each button above, in this order, the machine's keys that mean it. */
static inline uint32_t machine_map(uint32_t held, const uint16_t keys[6])
{
    uint32_t buttons = 0;

    for (uint32_t i = 0; i < 6u; i++)
        buttons |= (held & keys[i]) != 0u ? 1u << i : 0u;
    return buttons;
}

#endif
