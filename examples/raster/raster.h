/* SPDX-License-Identifier: MIT */
/*
 * A small software rasteriser: smooth-shaded triangles with a depth buffer, in integers only, so
 * that the same vertices give the same pixels on every machine. It needs no division per pixel or
 * line.
 *
 * It draws into a band of lines, so that a depth buffer of a few lines is enough: draw the same
 * triangles into every band. A band may be the whole picture.
 *
 * It relies on arithmetic right shifts of negative numbers, as in every compiler that builds it.
 */
#ifndef RASTER_H
#define RASTER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * x, y   1/16 pixel, y down, [-RASTER_LIMIT, RASTER_LIMIT); (8, 8) is the centre of the first pixel
 * depth  [1, RASTER_MAX_DEPTH], larger is nearer, linear in 1 / distance
 */
typedef struct raster_vertex {
    int16_t x, y;
    uint16_t depth;
    uint8_t r, g, b;
    /* not 0: the vertex is outside the range above, and its triangles are not drawn */
    uint8_t outside;
} raster_vertex;

#define RASTER_LIMIT 16384
#define RASTER_MAX_SIZE 1024 /* pixels, width and height of a picture */
#define RASTER_MAX_DEPTH 32767

typedef struct raster_band {
    uint16_t *colours; /* [line_count][width], RGB 5-6-5 */
    uint16_t *depths;  /* [line_count][width], 0 where nothing was drawn */
    int32_t width;
    int32_t first_line; /* of the picture */
    int32_t line_count;
    int32_t steepness; /* for RASTER_FACETED, see camera_steepness() */
} raster_band;

#define RASTER_TWO_SIDED 1u /* draw clockwise (back) faces too */
#define RASTER_PAINT                                                                               \
    2u /* paint all pixels in the first corner's colour, without reading or writing depths */
#define RASTER_FACETED                                                                             \
    4u /* scale each triangle's colours by its slope, for models without normals */

static inline uint16_t raster_colour(uint32_t r, uint32_t g, uint32_t b)
{
    return (uint16_t)((r & 0xF8u) << 8 | (g & 0xFCu) << 3 | b >> 3);
}

/* The lines [first, past) that the triangle covers in a picture of this height; returns false if
 * there are none. */
static inline bool raster_lines(int32_t *first, int32_t *past, const raster_vertex *a,
                                const raster_vertex *b, const raster_vertex *c, int32_t height,
                                uint32_t flags)
{
    /* y points down: counter-clockwise is negative */
    const int32_t area = (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
    int32_t low = a->y, high = a->y;

    if (area >= 0 && (area == 0 || (flags & RASTER_TWO_SIDED) == 0u))
        return false;
    low = b->y < low ? b->y : low;
    low = c->y < low ? c->y : low;
    high = b->y > high ? b->y : high;
    high = c->y > high ? c->y : high;
    low = (low + 7) >> 4; /* the first line whose centre is at or after it */
    high = (high + 7) >> 4;
    *first = low < 0 ? 0 : low;
    *past = high > height ? height : high;
    return *first < *past && (a->outside | b->outside | c->outside) == 0u;
}

/* Draws a triangle by the top-left fill rule: of triangles that share an edge, each pixel is
 * drawn once. */
void raster_triangle(const raster_band *band, const raster_vertex *a, const raster_vertex *b,
                     const raster_vertex *c, uint32_t flags);

/* The same with RASTER_PAINT and RASTER_TWO_SIDED, for a triangle of which no corner is outside. */
void raster_paint(const raster_band *band, const raster_vertex *a, const raster_vertex *b,
                  const raster_vertex *c);

void raster_clear_depths(const raster_band *band);

#ifdef __cplusplus
}
#endif

#endif
