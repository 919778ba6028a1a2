/* SPDX-License-Identifier: MIT */
/* The surroundings of the model, drawn by the console's hardware: a sky, a backdrop colour that
 * changes every line, and a turntable of three objects that turns by its palette. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SCENE_TEXT_OBJECTS 120u    /* of 128, from the first on */
#define SCENE_FIRST_TEXT_TILE 896u /* of the 32-byte tiles behind the turntable's, up to 1023 */
#define SCENE_TEXT_COLOURS 13u /* palette of 16 colours for text: colours of objects from 208 on */

/* Sets mode, palettes and tiles. With a turntable, projection_open() must have been called. */
void scene_open(bool has_table);

/* Called in the vertical blank: restarts the sky, and shows the finished page if there is one. */
void scene_blank(void);

/* The hidden page. Waits while a finished page has not been shown yet. */
uint8_t *scene_page(uint32_t *index);

/* Shows that page from the next vertical blank on, and turns and zooms the table. */
void scene_show(uint32_t yaw, uint32_t zoom);

/* Waits until the last finished page is shown. */
void scene_wait(void);
