/* SPDX-License-Identifier: MIT */
/*
 * What stands around the model, by the console's own hardware: a sky that is another backdrop
 * colour every line, and a turntable of six objects that turns by its palette.
 */
#ifndef GBA_SCENE_H
#define GBA_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#define SCENE_TEXT_OBJECTS 120u    /* of 128, from the first on */
#define SCENE_FIRST_TEXT_TILE 896u /* what the turntable leaves of 32-byte tiles, up to 1023 */
#define SCENE_TEXT_COLOURS 13u     /* palette of 16 colours for text: objects' colours 208 on */

/* Mode, palettes, tiles; the turntable needs projection_open(). */
void scene_open(bool has_table);

/* In the vertical blank: starts the sky anew, and shows the page drawn if there is one. */
void scene_blank(void);

/* The page that is not shown; waits while one that was finished has still to be shown. */
uint8_t *scene_page(uint32_t *index);

/* That page is finished: shows it from the next vertical blank on, and turns the table. */
void scene_show(uint32_t yaw);

/* Waits until the page finished last is shown. */
void scene_wait(void);

#endif
