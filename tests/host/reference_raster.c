/* SPDX-License-Identifier: MIT */
/* A plain rasteriser, the first version of src/draw, with whose pictures the present one is
 * compared. */
#include "reference_raster.h"

#include <stdbool.h>

enum { CHANNEL_R, CHANNEL_G, CHANNEL_B, CHANNEL_DEPTH, CHANNEL_COUNT };

/* An interpolated channel, Q16: value at the origin vertex, change per 1/16 pixel. All arithmetic
 * on them is modulo 2^32: in a thin triangle the two slopes are huge and cancel. */
typedef struct channel {
    uint32_t origin;
    uint32_t per_x, per_y;
} channel;

typedef struct surface {
    const pelt_draw_vertex *origin;
    channel channels[CHANNEL_COUNT];
    bool paints; /* then only this counts: */
    uint16_t paint;
} surface;

/* The place at which an edge crosses the centre of a line, and its change per line, Q16 pixels. */
typedef struct edge {
    int32_t x;
    int32_t slope;
} edge;

static uint32_t leading_zeros(uint32_t value)
{
    uint32_t count = 0;
    while ((value & 0x80000000u) == 0u) {
        value <<= 1;
        count++;
    }
    return count;
}

static int32_t channel_of(const pelt_draw_vertex *v, int which)
{
    return which == CHANNEL_R   ? v->r
           : which == CHANNEL_G ? v->g
           : which == CHANNEL_B ? v->b
                                : v->depth;
}

/* First line, or pixel of a line, whose centre is at or after this: 1/16 or 1/65536 pixel. */
static int32_t first_line_at(int32_t y)
{
    return (y + 7) >> 4;
}

static int32_t first_pixel_at(int32_t x)
{
    return (x + 0x7FFF) >> 16;
}

/* The edge from `top` downwards, at the centre of `line`, which lies between the two. The same two
 * vertices give the same numbers for every triangle and band, so there are no cracks. |dx| < 2^15
 * and 0 <= offset <= dy, so |slope * offset| <= |dx| * 2^16 < 2^31. */
static edge edge_at(const pelt_draw_vertex *top, const pelt_draw_vertex *bottom, int32_t line)
{
    const int32_t offset = line * 16 + 8 - top->y;
    edge e;
    e.slope = (bottom->x - top->x) * 65536 / (bottom->y - top->y);
    e.x = top->x * 4096 + ((e.slope * offset) >> 4);
    return e;
}

/* Slopes of all channels over the plane. Differences of positions are below 2^15, of channels below
 * 2^15, so that each numerator, twice the area of a triangle in such a box, is at most 2^30.
 * One division: reciprocal = 2^31 / (area as 16 significant bits). */
static void surface_slopes(surface *s, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                           const pelt_draw_vertex *c, int32_t area)
{
    const int32_t bx = b->x - a->x;
    const int32_t by = b->y - a->y;
    const int32_t cx = c->x - a->x;
    const int32_t cy = c->y - a->y;
    const uint32_t size = (uint32_t)(area < 0 ? -area : area);
    const uint32_t zeros = leading_zeros(size);
    const uint32_t mantissa = (size << zeros) >> 16;
    const int64_t reciprocal = (int64_t)(0x7FFFFFFFu / mantissa) * (area < 0 ? -1 : 1);
    const uint32_t shift = 31u - zeros; /* 31 + (16 - zeros) - 16 bits of fraction */
    int i;
    for (i = 0; i < CHANNEL_COUNT; i++) {
        const int32_t base = channel_of(a, i);
        const int32_t to_b = channel_of(b, i) - base;
        const int32_t to_c = channel_of(c, i) - base;
        channel *ch = &s->channels[i];
        ch->origin = (uint32_t)base * 65536u + 0x8000u;
        ch->per_x = (uint32_t)(((to_b * cy - to_c * by) * reciprocal) >> shift);
        ch->per_y = (uint32_t)(((to_c * bx - to_b * cx) * reciprocal) >> shift);
    }
}

static uint32_t integer_root(uint32_t value)
{
    uint32_t root = 0;
    uint32_t bit = 1u << 30;
    for (; bit != 0u; bit >>= 2) {
        if (value >= root + bit) {
            value -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return root;
}

static int32_t limit(int32_t value, int32_t most)
{
    return value > most ? most : value < -most ? -most : value;
}

/* One brightness per facet, from the slope of its depths: lit from the upper left, as camera.c
 * does. px, py are 64 times the tangents of the facet's angles to the picture plane. */
static void surface_facet(surface *s, const pelt_camera *cam)
{
    const int32_t steepness = ((INT32_MAX / cam->focal) >> 8) * cam->near / cam->distance * 256;
    const channel *depth = &s->channels[CHANNEL_DEPTH];
    const int32_t px = limit((int32_t)depth->per_x / (steepness / 64 + 1), 4096);
    const int32_t py = limit((int32_t)depth->per_y / (steepness / 64 + 1), 4096);
    const int32_t length = (int32_t)integer_root((uint32_t)(px * px + py * py + 64 * 64));
    const int32_t lit = (128 * px + 166 * py + 146 * 64) / length; /* 256 facing the light */
    const uint32_t brightness = (uint32_t)(lit < -256 ? 64 : 160 + lit * 3 / 8);
    int i;
    for (i = 0; i < CHANNEL_DEPTH; i++) {
        channel *ch = &s->channels[i];
        ch->origin = (ch->origin >> 8) * (brightness > 255u ? 255u : brightness);
        ch->per_x = 0;
        ch->per_y = 0;
    }
}

/* Pixels [first, end) of a line; the rows begin at pixel 0. */
static void shade_span(const surface *s, uint16_t *colours, uint16_t *depths, int32_t line,
                       int32_t first, int32_t end)
{
    const uint32_t dx = (uint32_t)(first * 16 + 8 - s->origin->x);
    const uint32_t dy = (uint32_t)(line * 16 + 8 - s->origin->y);
    const uint32_t last = (uint32_t)(end - 1 - first);
    uint32_t value[CHANNEL_COUNT], step[CHANNEL_COUNT];
    uint32_t high = 0; /* of colours at both ends: bits from 24 up are out of range */
    uint32_t r, g, b, depth;
    int i;
    for (i = 0; i < CHANNEL_COUNT; i++) {
        const channel *ch = &s->channels[i];
        value[i] = ch->origin + ch->per_x * dx + ch->per_y * dy;
        step[i] = ch->per_x * 16u;
        if (i != CHANNEL_DEPTH) {
            high |= value[i] | (value[i] + step[i] * last);
        }
    }
    depth = value[CHANNEL_DEPTH];
    if ((high >> 24) != 0u || ((depth | (depth + step[CHANNEL_DEPTH] * last)) >> 31) != 0u) {
        for (i = 0; i < CHANNEL_COUNT;
             i++) { /* the triangle is so thin that its slopes mean nothing */
            value[i] = s->channels[i].origin;
            step[i] = 0;
        }
        depth = value[CHANNEL_DEPTH];
    }
    r = value[CHANNEL_R];
    g = value[CHANNEL_G];
    b = value[CHANNEL_B];
    for (; first < end; first++) {
        const uint16_t pixel_depth = (uint16_t)(depth >> 16);
        if (pixel_depth > depths[first]) {
            depths[first] = pixel_depth;
            colours[first] = (uint16_t)((r >> 8 & 0xF800u) | (g >> 13 & 0x7E0u) | b >> 19);
        }
        r += step[CHANNEL_R];
        g += step[CHANNEL_G];
        b += step[CHANNEL_B];
        depth += step[CHANNEL_DEPTH];
    }
}

/* Draws the lines between two edges, of which one is the left one throughout. */
static void draw_lines(const surface *s, const pelt_band *band, edge one, edge other, int32_t line,
                       int32_t end)
{
    for (; line < end; line++) {
        const int32_t row = (line - band->first_line) * band->width;
        const int32_t x_one = first_pixel_at(one.x);
        const int32_t x_other = first_pixel_at(other.x);
        int32_t first = x_one < x_other ? x_one : x_other;
        int32_t past = x_one < x_other ? x_other : x_one;
        first = first < 0 ? 0 : first;
        past = past > band->width ? band->width : past;
        if (s->paints) {
            for (; first < past; first++) {
                band->colours[row + first] = s->paint;
            }
        } else if (first < past) {
            shade_span(s, band->colours + row, band->depths + row, line, first, past);
        }
        one.x += one.slope;
        other.x += other.slope;
    }
}

static int32_t later(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t earlier(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Whether no line [start, end), in 1/16 pixel, meets the triangle. Most triangles miss most
 * bands, and this test is their whole cost. */
static bool misses(int32_t start, int32_t end, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                   const pelt_draw_vertex *c)
{
    const bool above = a->y < start && b->y < start && c->y < start;
    return above || (a->y > end && b->y > end && c->y > end) ||
           (a->outside | b->outside | c->outside) != 0u;
}

static void draw_triangle(const pelt_band *band, const pelt_draw_vertex *a,
                          const pelt_draw_vertex *b, const pelt_draw_vertex *c, uint32_t flags)
{
    const pelt_draw_vertex *top = a, *middle = b, *bottom = c, *swap;
    const int32_t band_end = band->first_line + band->line_count;
    int32_t area, start, turn, end;
    surface s;
    area = (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
    if (area == 0 || (area > 0 && (flags & PELT_DRAW_TWO_SIDED) == 0u)) {
        return; /* y points down: counter-clockwise is negative */
    }
    if (middle->y < top->y) {
        swap = top, top = middle, middle = swap;
    }
    if (bottom->y < middle->y) {
        swap = middle, middle = bottom, bottom = swap;
    }
    if (middle->y < top->y) {
        swap = top, top = middle, middle = swap;
    }
    start = later(first_line_at(top->y), band->first_line);
    turn = earlier(later(first_line_at(middle->y), start), band_end);
    end = earlier(first_line_at(bottom->y), band_end);
    if (start >= end) {
        return;
    }
    s.origin = a;
    s.paints = (flags & PELT_DRAW_PAINT) != 0u;
    s.paint = PELT_RGB565(a->r, a->g, a->b);
    if (!s.paints) {
        surface_slopes(&s, a, b, c, area);
    }
    if (!s.paints && (flags & PELT_DRAW_FACETED) != 0u) {
        surface_facet(&s, band->camera);
    }
    if (start < turn) {
        draw_lines(&s, band, edge_at(top, middle, start), edge_at(top, bottom, start), start, turn);
    }
    if (turn < end) {
        draw_lines(&s, band, edge_at(middle, bottom, turn), edge_at(top, bottom, turn), turn, end);
    }
}

void reference_triangle(const pelt_band *band, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                        const pelt_draw_vertex *c, uint32_t flags)
{
    const int32_t start = band->first_line * 16;
    if (!misses(start, start + band->line_count * 16, a, b, c)) {
        draw_triangle(band, a, b, c, flags);
    }
}
