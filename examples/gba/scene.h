/* SPDX-License-Identifier: MIT */
/* The surroundings of the model, drawn by the console's hardware. The sky is a backdrop colour that
 * changes every line. The turntable is three objects (sprites) and turns by its palette. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SCENE_TEXT_OBJECTS 120u    /* objects for text: the first ones of 128 */
#define SCENE_FIRST_TEXT_TILE 896u /* tiles for text: 32 bytes each, from this one to 1023 */
#define SCENE_TEXT_COLOURS 13u /* palette for text: its 16 colours are object colours from 208 on */

/* Sets mode, palettes and tiles. With a turntable, projection_open() must have been called. */
void scene_open(bool has_table);

/* Called in the vertical blank: restarts the sky, and shows the finished page if there is one. */
void scene_blank(void);

/* Returns the hidden page and its number; waits first until the last finished page is shown. */
uint8_t *scene_page(uint32_t *index);

/* Shows the page that scene_page() returned, from the next vertical blank on, and sets the turntable: yaw in
 * 1/PELT_TURN turns, zoom in 1/PROJECTION_ZOOM. */
void scene_show(uint32_t yaw, uint32_t zoom);

/* Waits until the last finished page is shown. */
void scene_wait(void);
