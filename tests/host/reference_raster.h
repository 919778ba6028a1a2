/* SPDX-License-Identifier: MIT */
/* A plain rasteriser, with which pictures of src/draw are compared: it computes each pixel by itself. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "pelt/draw.h"

enum { CHANNEL_R, CHANNEL_G, CHANNEL_B, CHANNEL_DEPTH, CHANNEL_COUNT };

/* A channel over a triangle's plane, Q16: value at the first vertex, change per 1/16 pixel. All arithmetic
 * on them is modulo 2^32: in a thin triangle the two slopes are huge and cancel. */
typedef struct channel {
    uint32_t origin, per_x, per_y;
} channel;

typedef struct surface {
    const pelt_draw_vertex *origin;
    channel channels[CHANNEL_COUNT];
} surface;

static inline int32_t clamp(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* The first line whose centre is at or below this, in 1/16 pixel. */
static inline int32_t first_line_at(int32_t y)
{
    return (y + 7) >> 4;
}

/* The first pixel right of the edge from `top` down to `bottom`, at the centre of a line between the two:
 * |dx| < 2^15 and 0 <= offset <= dy, so |slope * offset| <= |dx| * 2^16 < 2^31. */
static inline int32_t edge_at(const pelt_draw_vertex *top, const pelt_draw_vertex *bottom,
                              int32_t line)
{
    const int32_t slope = (bottom->x - top->x) * 65536 / (bottom->y - top->y);
    const int32_t offset = line * 16 + 8 - top->y;
    return (top->x * 4096 + ((slope * offset) >> 4) + 0x7FFF) >> 16;
}

/* Differences of positions and of channels are below 2^15, so that each numerator, twice the area of a
 * triangle in such a box, is at most 2^30. One division: 2^31 / (area as 16 significant bits). */
static inline void find_slopes(surface *s, const pelt_draw_vertex *const v[3], int32_t area)
{
    const int32_t bx = v[1]->x - v[0]->x, by = v[1]->y - v[0]->y;
    const int32_t cx = v[2]->x - v[0]->x, cy = v[2]->y - v[0]->y;
    const uint32_t size = (uint32_t)abs(area), zeros = (uint32_t)__builtin_clz(size);
    const int64_t reciprocal = (int64_t)(0x7FFFFFFFu / (size << zeros >> 16)) * (area < 0 ? -1 : 1);
    const uint32_t shift = 31u - zeros; /* 31 + (16 - zeros) - 16 bits of fraction */
    s->origin = v[0];
    for (int i = 0; i < CHANNEL_COUNT; i++) {
        int32_t at[3];
        for (int k = 0; k < 3; k++)
            at[k] = (const int32_t[]){v[k]->r, v[k]->g, v[k]->b, v[k]->depth}[i];
        const int32_t to_b = at[1] - at[0], to_c = at[2] - at[0];
        s->channels[i] = (channel){(uint32_t)at[0] * 65536u + 0x8000u,
                                   (uint32_t)(((to_b * cy - to_c * by) * reciprocal) >> shift),
                                   (uint32_t)(((to_c * bx - to_b * cx) * reciprocal) >> shift)};
    }
}

/* One brightness per facet, from the slope of its depths: lit from the upper left, as camera.c
 * does. px, py are 64 times the tangents of the facet's angles to the picture plane. */
static inline void light_facet(surface *s, const pelt_camera *cam)
{
    const int32_t steepness =
        ((INT32_MAX / cam->focal) >> 8) * cam->near_plane / cam->distance * 256;
    const channel *depth = &s->channels[CHANNEL_DEPTH];
    const int32_t px = clamp((int32_t)depth->per_x / (steepness / 64 + 1), -4096, 4096);
    const int32_t py = clamp((int32_t)depth->per_y / (steepness / 64 + 1), -4096, 4096);
    const int32_t length = (int32_t)sqrt(px * px + py * py + 64 * 64);
    const int32_t lit = (128 * px + 166 * py + 146 * 64) / length; /* 256 facing the light */
    const int32_t brightness = lit < -256 ? 64 : clamp(160 + lit * 3 / 8, 0, 255);
    for (int i = 0; i < CHANNEL_DEPTH; i++)
        s->channels[i] = (channel){(s->channels[i].origin >> 8) * (uint32_t)brightness, 0, 0};
}

static inline uint32_t value_at(const surface *s, int which, int32_t x, int32_t line)
{
    const channel *c = &s->channels[which];
    return c->origin + c->per_x * (uint32_t)(x * 16 + 8 - s->origin->x) +
           c->per_y * (uint32_t)(line * 16 + 8 - s->origin->y);
}

/* Draws pixels [first, end) of a line. If a channel is out of range at an end the triangle is so thin that
 * its slopes mean nothing. */
static inline void shade(const pelt_band *band, const surface *s, int32_t line, int32_t first,
                         int32_t end)
{
    uint32_t high = 0;
    for (int i = 0; i < CHANNEL_COUNT; i++)
        high |= (value_at(s, i, first, line) | value_at(s, i, end - 1, line)) >>
                (i == CHANNEL_DEPTH ? 31 : 24);
    for (int32_t x = first; x < end; x++) {
        const int32_t pixel = (line - band->first_line) * band->width + x;
        uint32_t now[CHANNEL_COUNT];
        for (int i = 0; i < CHANNEL_COUNT; i++)
            now[i] = high != 0u ? s->channels[i].origin : value_at(s, i, x, line);
        if (now[CHANNEL_DEPTH] >> 16 > band->depths[pixel]) {
            band->depths[pixel] = (uint16_t)(now[CHANNEL_DEPTH] >> 16);
            band->colours[pixel] =
                (uint16_t)((now[CHANNEL_R] >> 8 & 0xF800u) | (now[CHANNEL_G] >> 13 & 0x7E0u) |
                           now[CHANNEL_B] >> 19);
        }
    }
}

/* Draws a triangle for comparison with pelt_triangle_draw(): depths must be the same to the bit,
 * colours within 1/31. */
static inline void reference_triangle(const pelt_band *band, const pelt_draw_vertex *a,
                                      const pelt_draw_vertex *b, const pelt_draw_vertex *c,
                                      uint32_t flags)
{
    const pelt_draw_vertex *const v[3] = {a, b, c}, *down[3] = {a, b, c};
    const int32_t area = (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
    const int32_t last = band->first_line + band->line_count;
    const bool paints = (flags & PELT_DRAW_PAINT) != 0u;
    surface s;
    if (area == 0 || (area > 0 && (flags & PELT_DRAW_TWO_SIDED) == 0u) ||
        (a->outside | b->outside | c->outside) != 0u)
        return; /* y points down: counter-clockwise is negative */
    for (int i = 0; i < 3; i++) {
        const pelt_draw_vertex *const upper = down[i % 2];
        if (down[i % 2 + 1]->y < upper->y) {
            down[i % 2] = down[i % 2 + 1];
            down[i % 2 + 1] = upper;
        }
    }
    find_slopes(&s, v, area);
    if (!paints && (flags & PELT_DRAW_FACETED) != 0u)
        light_facet(&s, band->camera);
    const int32_t turn = first_line_at(down[1]->y);
    for (int32_t line = clamp(first_line_at(down[0]->y), band->first_line, last);
         line < last && line < first_line_at(down[2]->y); line++) {
        const int32_t one = edge_at(down[0], down[2], line);
        const int32_t other =
            line < turn ? edge_at(down[0], down[1], line) : edge_at(down[1], down[2], line);
        const int32_t first = clamp(one < other ? one : other, 0, band->width);
        const int32_t end = clamp(one < other ? other : one, 0, band->width);
        for (int32_t x = first; x < end && paints; x++)
            band->colours[(line - band->first_line) * band->width + x] =
                PELT_RGB565(a->r, a->g, a->b);
        if (first < end && !paints)
            shade(band, &s, line, first, end);
    }
}
