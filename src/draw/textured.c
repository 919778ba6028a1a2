/* SPDX-License-Identifier: MIT */
/* Draws triangles with a texture, see pelt/draw.h: small ones by one set of planes, others line by line. */
#include "pelt/draw.h"

#include "../base/inline.h"
#include "crossing.h"
#include "lines.h"
#include "plane.h"
#include "triangle.h"

enum { RED, GREEN, BLUE, DEPTH, ACROSS, DOWN, CHANNELS };

/* What changes from pixel to pixel: packed colour and depth (plane.h), and the place in the texture. */
typedef struct state {
    shade light;
    uint32_t u, v; /* 1/2^20 texel, modulo 2^32: 4096 texels */
} state;

/* The texel of a side, below `side`, at a coordinate of `state`. */
static inline uint32_t wrapped(uint32_t at, uint32_t side, uint32_t wrap)
{
    const int32_t texel = (int32_t)at >> 20;
    if (wrap == PELT_WRAP_CLAMP)
        return (uint32_t)earlier(later(texel, 0), (int32_t)side - 1);
    if (wrap == PELT_WRAP_MIRROR && ((uint32_t)texel & side) != 0u)
        return ~(uint32_t)texel & (side - 1u);
    return (uint32_t)texel & (side - 1u);
}

/* An RGB 5-6-5 texel times a packed colour, the light. Both are sRGB, in which light times colour is nearly a
 * product, too. Full light is 251 to 255 of 256 (green 253 to 255): a texel t goes in as t + 1 (green t + 31/32),
 * so that floor gives t, and at most 31 (63) with any light below 1. */
static inline uint16_t lit(uint32_t texel, uint32_t colour)
{
    const uint32_t r = ((texel >> 11) + 1u) * (colour >> 21) >> 11;
    const uint32_t g = ((texel & 0x7FFu) | 31u) * (colour & 0x7FFu) >> 11 & PACKED_G;
    const uint32_t b = ((texel & 31u) + 1u) * (colour & 0x1FFFFFu) >> 21;
    return (uint16_t)(r << 11 | g | b);
}

/* What the pixels of a triangle have in common. */
typedef struct sampler {
    const pelt_texture_info *texture;
    bool masks; /* no coordinate leaves the texture but to begin again: masks are enough */
} sampler;

/* Draws a pixel that is in front of what is there, unless the texel is clear. */
static inline void draw_texel(uint16_t *colour, uint16_t *depth, shade light,
                              const pelt_texture_info *t, uint32_t x, uint32_t y)
{
    const uint8_t *row = (const uint8_t *)t->rows + y * t->row_bytes;
    uint32_t texel = row[t->texels == PELT_TEXELS_I4 ? x >> 1 : x];
    if (t->texels == PELT_TEXELS_I4)
        texel = texel >> (x & 1u) * 4u & 15u;
    else if (t->texels == PELT_TEXELS_RGB565)
        texel = ((const uint16_t *)(const void *)row)[x];
    if (texel != t->clear) {
        *depth = (uint16_t)(light.depth >> 16);
        *colour = lit(t->colours != NULL ? t->colours[texel] : texel, light.colour);
    }
}

/* As draw_line, for a texture of indices for which masks are enough. What it needs is in variables, as a store to
 * a pixel could change what is behind a pointer. */
PELT_INLINE void draw_indices(uint16_t *colours, uint16_t *depths, int32_t count, state at,
                              state step, const pelt_texture_info *t, bool nibbles)
{
    const uint8_t *const rows = (const uint8_t *)t->rows;
    const uint16_t *const palette = t->colours;
    const uint32_t row_bytes = t->row_bytes, clear = t->clear;
    const uint32_t across = (t->width - 1u) >> (nibbles ? 1 : 0), down = t->height - 1u;
    for (int32_t i = 0; i < count; i++) {
        if (at.light.depth >> 16 > depths[i]) {
            const uint32_t y = at.v >> 20 & down;
            uint32_t texel = rows[y * row_bytes + (at.u >> (nibbles ? 21 : 20) & across)];
            if (nibbles)
                texel = texel >> (at.u >> 18 & 4u) & 15u;
            if (texel != clear) {
                depths[i] = (uint16_t)(at.light.depth >> 16);
                colours[i] = lit(palette[texel], at.light.colour);
            }
        }
        at.light.colour += step.light.colour;
        at.light.depth += step.light.depth;
        at.u += step.u;
        at.v += step.v;
    }
}

/* Draws pixels [0, count) of a line, for which `at` is the state at pixel 0. */
static inline void draw_line(uint16_t *colours, uint16_t *depths, int32_t count, state at,
                             state step, const sampler *from)
{
    const pelt_texture_info *t = from->texture;
    if (from->masks && t->texels != PELT_TEXELS_RGB565) {
        if (t->texels == PELT_TEXELS_I4)
            draw_indices(colours, depths, count, at, step, t, true);
        else
            draw_indices(colours, depths, count, at, step, t, false);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        if (at.light.depth >> 16 > depths[i]) {
            const uint32_t x = from->masks ? at.u >> 20 & (t->width - 1u)
                                           : wrapped(at.u, t->width, t->wrap_across);
            const uint32_t y = from->masks ? at.v >> 20 & (t->height - 1u)
                                           : wrapped(at.v, t->height, t->wrap_down);
            draw_texel(&colours[i], &depths[i], at.light, t, x, y);
        }
        at.light.colour += step.light.colour;
        at.light.depth += step.light.depth;
        at.u += step.u;
        at.v += step.v;
    }
}

/* Returns whether a mask is enough for coordinates between three, 1/16 texel, along one side of the texture, and
 * these are less than TEXELS_REACH apart. If the texture is not repeated, it moves coordinates on an edge inside,
 * by more than places are rounded; so it does with those of a triangle beside a clamped one, which may be
 * further away than `state` counts. */
PELT_INLINE bool fit_mask(int32_t *a, int32_t *b, int32_t *c, uint32_t side, uint32_t wrap)
{
    const uint32_t end = side * 16u, all = (uint32_t)(*a | *b | *c);
    if ((all | (uint32_t)((*a - 1) | (*b - 1) | (*c - 1))) <
        end) /* all are within [1, end), as end is a power of two */
        return side <= TEXELS_REACH / 16;
    if (wrap == PELT_WRAP_REPEAT)
        return (((uint32_t)(*b - *a) + TEXELS_REACH) | ((uint32_t)(*c - *a) + TEXELS_REACH)) <
               2u * TEXELS_REACH;
    if (((int32_t)all < 0 || *a > (int32_t)end || *b > (int32_t)end || *c > (int32_t)end) &&
        (wrap != PELT_WRAP_CLAMP ||
         ((*a & *b & *c) >= 0 && earlier(earlier(*a, *b), *c) <= (int32_t)end)))
        return false;
    *a = earlier(later(*a, 1), (int32_t)end - 1);
    *b = earlier(later(*b, 1), (int32_t)end - 1);
    *c = earlier(later(*c, 1), (int32_t)end - 1);
    return side <= TEXELS_REACH / 16;
}

/* The state at a pixel's centre. Rounding may leave the range of a channel at the edge of a
 * triangle, by less than the packing allows for. */
static state state_at(const channel *c, const pelt_draw_vertex *origin, int32_t x, int32_t y)
{
    uint32_t values[CHANNELS];
    state at;
    for (int i = 0; i < CHANNELS; i++)
        values[i] = value_at(&c[i], origin, x, y);
    for (int i = 0; i <= BLUE; i++)
        values[i] = (int32_t)values[i] < 0 ? 0u : values[i] > 255u << 16 ? 255u << 16 : values[i];
    at.light.colour = pack_value(values[RED], values[GREEN], values[BLUE]);
    at.light.depth = (int32_t)values[DEPTH] < 0 ? 0u : values[DEPTH];
    at.u = values[ACROSS];
    at.v = values[DOWN];
    return at;
}

/* `to` in 1/16 texel, clamped to less than 2048 texels from `from`, as the planes of channels need it. */
static inline int32_t near(int32_t from, int32_t to)
{
    return earlier(later(to, from - 32767), from + 32767);
}

/// Small triangles ////////////////////////////////////////////////////////////////////////////////

/* How a place changes by weights of corners b and c, Q16. A place is 1/256 texel modulo 256 texels, v in the
 * upper half of a word and u in the lower. Products are of changes below 2^12 and weights below 2^17. */
static inline uint32_t change_of_place(const texel_places *p, int32_t b, int32_t c)
{
    const int32_t u = (p->u[1] * b + p->u[2] * c + 0x800) >> 12;
    const int32_t v = (p->v[1] * b + p->v[2] * c + 0x800) >> 12;
    return ((uint32_t)v << 16) + (uint32_t)u;
}

/* One coordinate of the middle pixel: 2^-24 texel, modulo 256 texels. */
static inline uint32_t middle_place(const int32_t at[3], const planes *p)
{
    return ((uint32_t)at[0] << 20) + (uint32_t)at[1] * (uint32_t)p->b.middle +
           (uint32_t)at[2] * (uint32_t)p->c.middle;
}

/* Draws a triangle by one set of planes, exact at its middle pixel, x and y. */
static void draw_small(const pelt_band *band, band_lines l, const divisor *d,
                       const pelt_draw_vertex *const corners[3], const texel_places *places,
                       int32_t x, int32_t y, const pelt_texture_info *t)
{
    uint16_t *colours = band->colours + (l.first - band->first_line) * band->width;
    uint16_t *depths = band->depths + (colours - band->colours);
    planes p;
    find_planes(&p, d, corners[0], corners[1], corners[2], x, y, l.first);
    const uint32_t step = change_of_place(places, p.b.x, p.c.x);
    const uint32_t down = change_of_place(places, p.b.y, p.c.y);
    uint32_t place = (middle_place(places->v, &p) >> 16 << 16 | middle_place(places->u, &p) >> 16) +
                     down * (uint32_t)(l.first - y) - step * (uint32_t)x;
    start_lines(&l);
    for (; l.count > 0; l.count--, colours += band->width, depths += band->width) {
        int32_t first, past;
        next_line(&l, &first, &past);
        uint32_t from = place + step * (uint32_t)first;
        shade light = {p.at.colour + p.step.colour * (uint32_t)first,
                       p.at.depth + p.step.depth * (uint32_t)first};
        for (; first < past; first++, from += step) {
            if (light.depth >> 16 > depths[first])
                draw_texel(&colours[first], &depths[first], light, t, from >> 8 & (t->width - 1u),
                           from >> 24 & (t->height - 1u));
            light.colour += p.step.colour;
            light.depth += p.step.depth;
        }
        p.at.colour += p.down.colour;
        p.at.depth += p.down.depth;
        place += down;
    }
}

/// Perspective ////////////////////////////////////////////////////////////////////////////////////

#define PERSPECTIVE_REACH 16 /* pixels, between which texture coordinates are linear */

/* Texture coordinates divided by the distance are linear on the screen, as depths are. So a corner's share of
 * the coordinates at a pixel is its weight on the screen times its depth, over the sum of these products. */
typedef struct perspective {
    const pelt_draw_vertex *origin;
    channel b, c;      /* weights of these corners, 32767 in the corner */
    int32_t depths[3]; /* at a scale at which the largest is 2^14 or more, below 2^15 */
    pelt_texel_place at[3];
} perspective;

/* Returns whether perspective shows: in the middle of an edge that is S texels long, the affine place is about
 * S (ratio of depths - 1) / 4 off, and half a texel is seen. Only edges from the first corner are measured, as
 * the third is at most as long as both. */
static bool find_perspective(perspective *p, const divisor *d,
                             const pelt_draw_vertex *const corners[3], const pelt_texel_place at[3])
{
    int32_t least = PELT_DEPTH_MAX, most = 1, span = 0;
    for (int i = 0; i < 3; i++) {
        const int32_t u = near(at[0].u, at[i].u), v = near(at[0].v, at[i].v);
        p->depths[i] = corners[i]->depth;
        least = earlier(least, p->depths[i]);
        most = later(most, p->depths[i]);
        p->at[i].u = u;
        p->at[i].v = v;
        span = later(span, later(u > at[0].u ? u - at[0].u : at[0].u - u,
                                 v > at[0].v ? v - at[0].v : at[0].v - v));
    }
    if (span * (most - least) <= 32 * least) /* below 2^15 each; span: 1/16 texel */
        return false;
    for (int i = 0; i < 3; i++)
        p->depths[i] <<= fx_clz_of((uint32_t)most) - 17u;
    p->origin = corners[0];
    p->b = find_channel(d, 0, 32767, 0);
    p->c = find_channel(d, 0, 0, 32767);
    return true;
}

/* Finds the place of a pixel's centre, 1/2^20 texel, within 1/8 texel. Shares are Q15; as the sum is rounded
 * down, they are below 2^16 in all, and their products with ways below 2^15 are below 2^31. Pixels outside by a
 * rounding take the nearest weights. */
static void place_at(uint32_t *u, uint32_t *v, const perspective *p, int32_t x, int32_t y)
{
    const int32_t at_b = (int32_t)value_at(&p->b, p->origin, x, y) >> 16;
    const int32_t at_c = (int32_t)value_at(&p->c, p->origin, x, y) >> 16;
    const int32_t b = earlier(later(at_b, 0), 32767), c = earlier(later(at_c, 0), 32767 - b);
    const int32_t near_b = b * p->depths[1], near_c = c * p->depths[2];
    const int32_t sum = ((32767 - b - c) * p->depths[0] + near_b + near_c) >> 15;
    const int32_t share_b = sum > 0 ? near_b / sum : 0, share_c = sum > 0 ? near_c / sum : 0;
    const pelt_texel_place *at = p->at;
    *u = (uint32_t)at[0].u * 65536u + 0x8000u +
         (uint32_t)((at[1].u - at[0].u) * share_b + (at[2].u - at[0].u) * share_c) * 2u;
    *v = (uint32_t)at[0].v * 65536u + 0x8000u +
         (uint32_t)((at[1].v - at[0].v) * share_b + (at[2].v - at[0].v) * share_c) * 2u;
}

/* Draws any triangle that is seen. Where a port draws most of the small ones, few come here. */
static PELT_NOINLINE void draw_textured(const pelt_band *band,
                                        const pelt_draw_vertex *const corners[3],
                                        const pelt_texel_place at[3], const texel_places *places,
                                        const sampler *from)
{
    const pelt_draw_vertex *a = corners[0], *b = corners[1], *c = corners[2];
    const int32_t area = area_of(a, b, c);
    channel ch[CHANNELS];
    perspective seen;
    int32_t x, y;
    state step;
    divisor d;
    band_lines l;
    if (!find_lines(&l, band, a, b, c))
        return;
    if (from->masks && (from->texture->width | from->texture->height) < 512u &&
        find_middle(&x, &y, &l, band->width, a, b, c, area)) {
        find_divisor(&d, a, b, c, area);
        draw_small(band, l, &d, corners, places, x, y, from->texture);
        return;
    }
    if (!start_at_pixels(&l))
        return;
    find_divisor(&d, a, b, c, area);
    ch[ACROSS] = find_channel(&d, at[0].u, near(at[0].u, at[1].u), near(at[0].u, at[2].u));
    ch[DOWN] = find_channel(&d, at[0].v, near(at[0].v, at[1].v), near(at[0].v, at[2].v));
    ch[RED] = find_channel(&d, a->r, b->r, c->r);
    ch[GREEN] = find_channel(&d, a->g, b->g, c->g);
    ch[BLUE] = find_channel(&d, a->b, b->b, c->b);
    ch[DEPTH] = find_channel(&d, a->depth, b->depth, c->depth);
    step.light.colour = pack_change(ch[RED].per_x, ch[GREEN].per_x, ch[BLUE].per_x);
    step.light.depth = ch[DEPTH].per_x * 16u;
    step.u = ch[ACROSS].per_x * 16u;
    step.v = ch[DOWN].per_x * 16u;
    const bool shows = find_perspective(&seen, &d, corners, at);
    const int32_t reach = shows ? PERSPECTIVE_REACH : PACKED_REACH;
    for (int32_t row = (l.first - band->first_line) * band->width; l.count > 0; l.count--) {
        const int32_t line = l.first;
        int32_t first, past;
        next_line(&l, &first, &past);
        past = earlier(past, band->width);
        for (first = later(first, 0); first < past; first += reach) {
            const int32_t count = earlier(past - first, reach);
            state from_here = state_at(ch, a, first, line);
            if (shows) {
                place_at(&from_here.u, &from_here.v, &seen, first, line);
                const int32_t steps = later(count - 1, 1); /* to the last pixel, which is inside */
                place_at(&step.u, &step.v, &seen, first + count - 1, line);
                step.u = (uint32_t)((int32_t)(step.u - from_here.u) / steps);
                step.v = (uint32_t)((int32_t)(step.v - from_here.v) / steps);
            }
            draw_line(band->colours + row + first, band->depths + row + first, count, from_here,
                      step, from);
        }
        row += band->width;
    }
}

/* Draws a triangle that is seen, by the port's code where that takes it. Sides are powers of two, so both are
 * at most 256 if the sides' bits are below 512. */
PELT_INLINE void draw_seen(const pelt_band *band, const pelt_draw_vertex *a,
                           const pelt_draw_vertex *b, const pelt_draw_vertex *c,
                           pelt_texel_place at_a, pelt_texel_place at_b, pelt_texel_place at_c,
                           const pelt_texture_info *texture)
{
    const bool across = fit_mask(&at_a.u, &at_b.u, &at_c.u, texture->width, texture->wrap_across);
    const bool down = fit_mask(&at_a.v, &at_b.v, &at_c.v, texture->height, texture->wrap_down);
    const texel_places places = {{at_a.u, at_b.u - at_a.u, at_c.u - at_a.u},
                                 {at_a.v, at_b.v - at_a.v, at_c.v - at_a.v}};
#if PELT_DRAWS_TEXELS
    if (across && down && (texture->width | texture->height) < 512u && texture->colours != NULL &&
        pelt_draw_small_textured_m4(band, a, b, c, &places, texture) != 0u)
        return;
#endif
    const pelt_draw_vertex *const corners[3] = {a, b, c};
    const pelt_texel_place at[3] = {at_a, at_b, at_c};
    const sampler from = {texture, across && down};
    draw_textured(band, corners, at, &places, &from);
}

void pelt_triangle_draw_textured(const pelt_band *band, const pelt_draw_vertex *const corners[3],
                                 const pelt_texel_place places[3], const pelt_texture_info *texture,
                                 uint32_t flags)
{
    const int32_t area = area_of(corners[0], corners[1], corners[2]);
    if (area != 0 && (area < 0 || (flags & PELT_DRAW_TWO_SIDED) != 0u) && !crosses(corners))
        draw_seen(band, corners[0], corners[1], corners[2], places[0], places[1], places[2],
                  texture);
}

void pelt_draw_part_textured(const pelt_band *band, const body_part *part,
                             const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                             const pelt_draw_vertex *c)
{
    draw_seen(band, a, b, c, body_shifted(part, a), body_shifted(part, b), body_shifted(part, c),
              &part->texture);
}
