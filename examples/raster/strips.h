/* SPDX-License-Identifier: MIT */
/*
 * Draws a picture in strips of a few lines and hands each to the display as soon as it is drawn, so
 * that there is no framebuffer and no depth buffer of a whole picture.
 *
 *     static uint32_t memory[STRIPS_BYTES(240, 240, 8, 1, TRIANGLES) / 4];
 *     strips picture;
 *
 *     strips_open(&picture, 240, 240, 8, 1, memory, sizeof memory);
 *     for each frame:
 *         portrait_place(&body, ...);       projects and shades the skinned vertices
 *         strips_begin(&picture, &body);    finds the triangles of each strip
 *         strips_show(&picture, panel);     calls panel() for strip after strip
 *
 * README.md has a whole program. Nothing here allocates memory or keeps a global.
 */
#ifndef STRIPS_H
#define STRIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "portrait.h"
#include "raster.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Your display's function: shows width x height pixels with their upper left corner at (x, y),
 * [height][width], RGB 5-6-5 in the core's own byte order. x is 0, and width the picture's. With
 * one buffer the pixels are lost when it returns. With two they stay until the next call returns:
 * DMA may send them meanwhile, and the next call then waits for it.
 */
typedef void raster_panel(int x, int y, int width, int height, const uint16_t *rgb565);

/* Draws into a strip. */
typedef void strips_paint(const raster_band *strip, void *own);

/*
 * Bytes of memory for strips_open().
 * lines      of a strip
 * buffers    strips in memory at a time: 1, or 2 for DMA or for two cores
 * triangles  in a picture, including shadows; with fewer, or 0, the picture is the same, but each
 *            strip goes through all triangles
 */
#define STRIPS_COUNT(height, lines) (((height) + (lines)-1) / (lines))
#define STRIPS_BUFFER_BYTES(width, lines) (((width) * (lines) + 1) / 2 * 8)
#define STRIPS_BYTES(width, height, lines, buffers, triangles)                                     \
    ((buffers)*STRIPS_BUFFER_BYTES(width, lines) +                                                 \
     STRIPS_COUNT(height, lines) * (((triangles) + 31) / 32 * 4))

typedef struct strips {
    /* The program may set these after strips_open(); NULL stands for: */
    strips_paint
        *background;       /* black; otherwise it draws before the bodies and writes each pixel */
    strips_paint *overlay; /* nothing; otherwise it draws after them */
    void *own;             /* handed to both */
    /* The program may read these: */
    int32_t width, height, lines;
    int32_t count; /* strips of the picture */
    /* Internal: */
    const portrait *bodies;
    uint16_t *buffers; /* [buffer_count][2][lines * width, even]: colours, depths */
    uint32_t buffer_count, next_buffer;
    uint32_t *bins;             /* [count][words]: a bit for each triangle in the strip */
    uint32_t have_words, words; /* of bins in memory; of a bin of this picture, or 0 */
} strips;

/*
 * Returns false if the memory is too small for the buffers, or a number is out of range.
 * width, height  1 ... RASTER_MAX_SIZE
 * lines          1 ... height
 * memory         aligned to 4, stays in use
 */
bool strips_open(strips *s, int32_t width, int32_t height, int32_t lines, uint32_t buffers,
                 void *memory, size_t memory_bytes);

/*
 * Begins a picture of this body and those that follow it by `next`, with the shadows of those that
 * have one; NULL: an empty picture. Their vertices must not change until it is drawn.
 */
void strips_begin(strips *s, const portrait *bodies);

/*
 * Draws strip 0 <= index < count into a buffer; `strip` then describes where its pixels are. Strips
 * may be drawn in any order, by several cores at a time if each has its own buffer, as everything
 * that they share is only read.
 */
void strips_draw(const strips *s, int32_t index, uint32_t buffer, raster_band *strip);

/* Draws all strips from top to bottom and hands each to the display. */
void strips_show(strips *s, raster_panel *panel);

#ifdef __cplusplus
}
#endif

#endif
