/* SPDX-License-Identifier: MIT */
/* Draws textured triangles, see textured.h. */
#include "textured.h"

#include "lines.h"
#include "plane.h"

enum { RED, GREEN, BLUE, DEPTH, ACROSS, DOWN, CHANNELS };

/* What changes from pixel to pixel. */
typedef struct state {
    shade shade;
    uint32_t u, v; /* 1/2^20 texel, modulo 2^32: 4096 texels */
} state;

/* A coordinate modulo 4096, as a texel of a side. */
static inline uint32_t wrapped(uint32_t at, uint32_t side, uint32_t wrap)
{
    const int32_t texel = (int32_t)at >> 20;

    if (wrap == PELT_WRAP_CLAMP)
        return (uint32_t)earlier(later(texel, 0), (int32_t)side - 1);
    if (wrap == PELT_WRAP_MIRROR && ((uint32_t)texel & side) != 0u)
        return ~(uint32_t)texel & (side - 1u);
    return (uint32_t)texel & (side - 1u);
}

static inline uint32_t fetch(const pelt_texture_info *t, uint32_t u, uint32_t v)
{
    const uint32_t x = wrapped(u, t->width, t->wrap_across);
    const uint8_t *row =
        (const uint8_t *)t->rows + wrapped(v, t->height, t->wrap_down) * t->row_bytes;

    if (t->texels == PELT_TEXELS_I8)
        return row[x];
    if (t->texels == PELT_TEXELS_I4)
        return (uint32_t)row[x >> 1] >> (x & 1u) * 4u & 15u;
    return ((const uint16_t *)(const void *)row)[x];
}

/* A value of a colour, which has 4 to 251 for 0 to 255, as a factor of 256. */
static inline uint32_t factor(uint32_t value)
{
    const uint32_t from = value > 4u ? value - 4u : 0u;

    return from + (from >> 5) + 1u;
}

/* Both are what is seen, in which light times colour is a product too, nearly. */
static inline uint16_t lit(uint32_t texel, uint32_t colour)
{
    const uint32_t r = (texel >> 11) * factor(colour >> 24) >> 8;
    const uint32_t g = (texel >> 5 & 63u) * factor(colour >> 3 & 255u) >> 8;
    const uint32_t b = (texel & 31u) * factor(colour >> 13 & 255u) >> 8;

    return (uint16_t)(r << 11 | g << 5 | b);
}

static void draw_span(uint16_t *colours, uint16_t *depths, int32_t count, state at,
                      const state *step, const pelt_texture_info *t)
{
    for (; count > 0; count--, colours++, depths++) {
        const uint32_t depth = at.shade.depth >> 16;

        if (depth > *depths) {
            const uint32_t texel = fetch(t, at.u, at.v);

            if (texel != t->clear) {
                *depths = (uint16_t)depth;
                *colours = lit(t->colours != NULL ? t->colours[texel] : texel, at.shade.colour);
            }
        }
        at.shade.colour += step->shade.colour;
        at.shade.depth += step->shade.depth;
        at.u += step->u;
        at.v += step->v;
    }
}

/* The state at a pixel's centre. Rounding may leave the range of a channel at the edge of a
 * triangle, by less than the packing allows for. */
static state state_at(const channel *c, const raster_vertex *origin, int32_t x, int32_t y)
{
    uint32_t values[CHANNELS];
    state at;

    for (int i = 0; i < CHANNELS; i++)
        values[i] = value_at(&c[i], origin, x, y);
    for (int i = 0; i <= BLUE; i++)
        values[i] = (int32_t)values[i] < 0 ? 0u : values[i] > 255u << 16 ? 255u << 16 : values[i];
    at.shade.colour = pack_value(values[RED], values[GREEN], values[BLUE]);
    at.shade.depth = (int32_t)values[DEPTH] < 0 ? 0u : values[DEPTH];
    at.u = values[ACROSS];
    at.v = values[DOWN];
    return at;
}

/* A coordinate less than 2048 texels from another, as the planes of channels need it. */
static int32_t near(int32_t from, int32_t to)
{
    return earlier(later(to, from - 32767), from + 32767);
}

void textured_triangle(const raster_band *band, const raster_vertex *const corners[3],
                       const textured_place places[3], const pelt_texture_info *texture,
                       uint32_t flags)
{
    const raster_vertex *a = corners[0], *b = corners[1], *c = corners[2];
    const int32_t area = (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
    channel ch[CHANNELS];
    state step;
    divisor d;
    lines l;

    if (area == 0 || (area > 0 && (flags & RASTER_TWO_SIDED) == 0u) ||
        (a->outside | b->outside | c->outside) != 0u || !find_lines(&l, band, a, b, c))
        return;
    find_divisor(&d, a, b, c, area);
    ch[RED] = find_channel(&d, a->r, b->r, c->r);
    ch[GREEN] = find_channel(&d, a->g, b->g, c->g);
    ch[BLUE] = find_channel(&d, a->b, b->b, c->b);
    ch[DEPTH] = find_channel(&d, a->depth, b->depth, c->depth);
    ch[ACROSS] = find_channel(&d, places[0].u, near(places[0].u, places[1].u),
                              near(places[0].u, places[2].u));
    ch[DOWN] = find_channel(&d, places[0].v, near(places[0].v, places[1].v),
                            near(places[0].v, places[2].v));
    step.shade.colour = pack_change(ch[RED].per_x, ch[GREEN].per_x, ch[BLUE].per_x);
    step.shade.depth = ch[DEPTH].per_x * 16u;
    step.u = ch[ACROSS].per_x * 16u;
    step.v = ch[DOWN].per_x * 16u;
    start_lines(&l);
    for (int32_t row = (l.first - band->first_line) * band->width; l.count > 0; l.count--) {
        const int32_t line = l.first;
        int32_t first, past;

        next_line(&l, &first, &past);
        past = earlier(past, band->width);
        for (first = later(first, 0); first < past; first += PACKED_REACH)
            draw_span(band->colours + row + first, band->depths + row + first,
                      earlier(past - first, PACKED_REACH), state_at(ch, a, first, line), &step,
                      texture);
        row += band->width;
    }
}
