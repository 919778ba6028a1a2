/* SPDX-License-Identifier: MIT */
/* Functions on triangles that pictures call besides pelt_triangle_draw(). */
#ifndef PELT_DRAW_TRIANGLE_H
#define PELT_DRAW_TRIANGLE_H

#include <stdbool.h>

#include "../../port/select.h"
#include "pelt/draw.h"

/* Twice the area, in squares of 1/16 pixel. y points down: counter-clockwise is negative. */
static inline int32_t area_of(const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                              const pelt_draw_vertex *c)
{
    return (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
}

/* Finds the lines [first, past) that the triangle covers in a picture of this height. False if it
 * is not drawn: it covers none, shows its back, or has a corner that is `outside`. */
static inline bool triangle_lines(int32_t *first, int32_t *past, const pelt_draw_vertex *a,
                                  const pelt_draw_vertex *b, const pelt_draw_vertex *c,
                                  int32_t height, uint32_t flags)
{
    const int32_t area = area_of(a, b, c);
    int32_t low = a->y, high = a->y;
    if (area >= 0 && (area == 0 || (flags & PELT_DRAW_TWO_SIDED) == 0u))
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

/* Whether the band has lines to draw into. */
static inline bool band_is_valid(const pelt_band *band)
{
    return band != NULL && band->colours != NULL && band->depths != NULL && band->width >= 1 &&
           band->line_count >= 1;
}

/* The bytes of a row of `width` pixels; 0 if their kind is unknown. */
size_t pelt_draw_row_bytes(pelt_pixels pixels, int32_t width);

/* As pelt_triangle_draw for a visible triangle: without and with PELT_DRAW_PAINT. */
void pelt_draw_shaded(const pelt_band *band, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                      const pelt_draw_vertex *c, uint32_t flags);
void pelt_draw_paint(const pelt_band *band, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                     const pelt_draw_vertex *c);

/* Where the corners a, b, c lie in a texture of up to 256 x 256 on which masks keep coordinates, 1/16 texel: a's
 * place, then b's and c's from there, each component within (-TEXELS_REACH, TEXELS_REACH). */
#define TEXELS_REACH 4096
typedef struct texel_places {
    int32_t u[3], v[3];
} texel_places;

#if defined(PELT_DRAW_SMALL) && PELT_DRAW_SMALL == PELT_IN_M4
/* Draws as pelt_draw_shaded if one packed plane is exact enough for the whole triangle; else returns 0. */
uint32_t pelt_draw_small_m4(const pelt_band *band, const pelt_draw_vertex *a,
                            const pelt_draw_vertex *b, const pelt_draw_vertex *c);
#define PELT_DRAWS_SMALL(band, a, b, c) (pelt_draw_small_m4(band, a, b, c) != 0u)

/* The same with a texture of indices. */
uint32_t pelt_draw_small_textured_m4(const pelt_band *band, const pelt_draw_vertex *a,
                                     const pelt_draw_vertex *b, const pelt_draw_vertex *c,
                                     const texel_places *places, const pelt_texture_info *texture);
#define PELT_DRAWS_TEXELS 1
#else
#define PELT_DRAWS_SMALL(band, a, b, c) false
#define PELT_DRAWS_TEXELS 0
#endif

/* The brightness, 0 to 255, of a triangle of PELT_DRAW_FACETED, from the direction of the light and
 * from the slope of its depths along x and y: Q16 per 1/16 pixel. */
uint32_t pelt_draw_facet(const pelt_camera *cam, int32_t per_x, int32_t per_y);

#endif
