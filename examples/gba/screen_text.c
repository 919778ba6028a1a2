/* SPDX-License-Identifier: MIT */
/* Text of objects, see screen_text.h. */
#include "screen_text.h"

#include "console.h"
#include "font.h"
#include "scene.h"

#define LEFT 6
#define TOP 6
#define ADVANCE 6
#define LINE_HEIGHT 9
#define COLOURS 0xD000u /* of the 16 palettes the one at SCENE_TEXT_COLOURS */
#define HIDDEN 0x0200u

static uint16_t objects[SCENE_TEXT_OBJECTS][3];
static uint32_t used, shown;
static volatile bool finished; /* text that is finished and not yet shown */
static uint8_t tiles[128];     /* tile of each character; FONT_COUNT: none */
static uint32_t written;       /* number of the text that the objects show */
static bool was_shown;

/* Makes the lit pixels colour 1, with a shadow below and right of them in colour 2. */
static uint32_t tile_row(const uint8_t glyph[FONT_HEIGHT], int32_t row)
{
    const uint32_t lit = row < FONT_HEIGHT ? glyph[row] : 0u;
    const uint32_t above = row > 0 ? glyph[row - 1] : 0u;
    uint32_t pixels = 0;
    for (uint32_t x = 0; x < 6u; x++) {
        const uint32_t is_lit = x < 5u ? lit >> (4u - x) & 1u : 0u;
        const uint32_t is_shade = x > 0u ? above >> (5u - x) & 1u : 0u;
        pixels |= (is_lit != 0u ? 1u : is_shade != 0u ? 2u : 0u) << (4u * x);
    }
    return pixels;
}

void text_open(void)
{
    volatile uint32_t *tile =
        (volatile uint32_t *)(void *)(CONSOLE_VIDEO + 0x10000 + 32u * SCENE_FIRST_TEXT_TILE);
    for (uint32_t i = 0; i < FONT_COUNT; i++) {
        for (int32_t row = 0; row < 8; row++) {
            *tile++ = tile_row(font_glyphs[i], row);
        }
    }
    for (uint32_t i = 0; i < 128u; i++)
        tiles[i] = (uint8_t)font_find((char)i);
    CONSOLE_PALETTE[256 + 16 * SCENE_TEXT_COLOURS + 1] = 0x7FFF;
    CONSOLE_PALETTE[256 + 16 * SCENE_TEXT_COLOURS + 2] = 0x2104;
    used = shown = 0;
    finished = false;
}

static void put(int32_t line, int32_t column, char character)
{
    const uint32_t glyph = tiles[(uint8_t)character & 127u];
    if (glyph < FONT_COUNT && used < SCENE_TEXT_OBJECTS) {
        objects[used][0] = (uint16_t)(TOP + LINE_HEIGHT * line);
        objects[used][1] = (uint16_t)(LEFT + ADVANCE * column);
        objects[used][2] = (uint16_t)((SCENE_FIRST_TEXT_TILE + glyph) | COLOURS);
        used++;
    }
}

void text_write(const overlay *o)
{
    if (written == o->writes && was_shown == o->shown)
        return;
    written = o->writes;
    was_shown = o->shown;
    finished = false;
    used = 0;
    for (int32_t line = 0; o->shown && line < o->used; line++)
        for (int32_t column = 0; o->lines[line][column] != '\0'; column++)
            put(line, column, o->lines[line][column]);
    finished = true;
}

void text_show(void)
{
    if (!finished)
        return;
    for (uint32_t i = 0; i < used || i < shown; i++) {
        volatile uint16_t *to = CONSOLE_OBJECTS + 4u * i;
        to[0] = HIDDEN;
        if (i < used) {
            to[2] = objects[i][2];
            to[1] = objects[i][1];
            to[0] = objects[i][0];
        }
    }
    shown = used;
    finished = false;
}
