/* SPDX-License-Identifier: MIT */
/* Draws lines of text, see overlay.h. */
#include "overlay.h"

#include <stddef.h>

#include "font.h"

#define MARGIN 4
#define ADVANCE 6
#define LINE_HEIGHT 9
#define LIT 0xFFFFu
#define SENT_LINES 4
#define SENT_MOST 320

void overlay_clear(overlay *o)
{
    o->used = 0;
    o->writes++;
    o->bottom = OVERLAY_LINES;
}

static void begin_line(overlay *o)
{
    o->column = o->used < OVERLAY_LINES ? 0 : OVERLAY_COLUMNS; /* further lines are left out */
    if (o->used < OVERLAY_LINES)
        o->lines[o->used++][0] = '\0';
}

void overlay_at_bottom(overlay *o)
{
    o->bottom = o->used;
}

static void put(overlay *o, char character)
{
    if (o->used == 0 || o->column == OVERLAY_COLUMNS)
        return;
    o->lines[o->used - 1][o->column++] = character;
    o->lines[o->used - 1][o->column] = '\0';
}

static void take(void *own, const char *text, size_t bytes)
{
    overlay *o = own;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '\n')
            begin_line(o);
        else
            put(o, text[i]);
    }
}

void overlay_print(overlay *o, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    text_format(take, o, format, values);
    va_end(values);
}

/* Rows [first, end) of a letter, of which row 0 is at pixels[at]; each lit pixel has a shadow to its right
 * and below. */
static void draw_letter(const uint8_t *glyph, uint16_t *pixels, int width, int at, int first,
                        int end)
{
    for (int row = first; row < end; row++) {
        for (int i = 0; i < FONT_WIDTH; i++) {
            const int to = at + row * width + i, shift = FONT_WIDTH - 1 - i;
            if (row > 0 && (glyph[row - 1] >> shift & 1) != 0)
                pixels[to + 1] = OVERLAY_SHADE;
            if (row < FONT_HEIGHT && (glyph[row] >> shift & 1) != 0)
                pixels[to] = LIT;
        }
    }
}

void overlay_draw(const overlay *o, uint16_t *pixels, int width, int height, int y, int count)
{
    for (int line = 0; o->shown && line < o->used; line++) {
        const char *text = o->lines[line];
        const int top = line < o->bottom ? MARGIN + line * LINE_HEIGHT
                                         : height - MARGIN - (o->used - line) * LINE_HEIGHT;
        const int first = top < y ? y - top : 0;
        const int end = top + FONT_HEIGHT < y + count ? FONT_HEIGHT + 1 : y + count - top;
        for (int x = MARGIN; first < end && *text != '\0' && x + FONT_WIDTH < width; x += ADVANCE) {
            const uint32_t glyph = font_find(*text++);
            if (glyph < FONT_COUNT)
                draw_letter(font_glyphs[glyph], pixels, width, (top - y) * width + x, first, end);
        }
    }
}

void overlay_send(const overlay *o, int width, int height, uint16_t colour,
                  void (*panel)(int y, int height, const uint16_t *rgb565))
{
    static uint16_t pixels[SENT_LINES * SENT_MOST];
    for (int y = 0; y < height; y += SENT_LINES) {
        for (int i = 0; i < SENT_LINES * width; i++)
            pixels[i] = colour;
        overlay_draw(o, pixels, width, height, y, SENT_LINES);
        panel(y, SENT_LINES, pixels);
    }
}
