/* SPDX-License-Identifier: MIT */
#include "raster.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/*
 * A packed colour: red 5.6, blue 5.5, green 6.5 bits, from the top. Sums of packed colours and of
 * packed changes are right as long as each channel of the result is in range, whatever is borrowed
 * between them on the way: so one addition steps all three. So that rounding takes none out of its
 * range, colours are moved from 0 ... 255 to 4 ... 251 of 256 (green 2 ... 253), by up to half a step
 * of what is shown.
 */
#define PACKED_RB 0xF81F0000u
#define PACKED_G  0x000007E0u

/* Changes are off by half of 1/32 of a step, or less, at each of this many pixels: with the half step
 * above and the rounding of a start a colour is less than one step off. */
#define PACKED_REACH 24

/* At the centre of a pixel: packed, Q16. */
typedef struct shade {
    uint32_t colour, depth;
} shade;

/*
 * A channel over the plane, Q16: value at the origin vertex, change per 1/16 pixel. All arithmetic
 * on them is modulo 2^32: in a thin triangle the two slopes are huge and cancel.
 */
typedef struct channel {
    uint32_t origin;
    uint32_t per_x, per_y;
} channel;

enum { CHANNEL_R, CHANNEL_G, CHANNEL_B, CHANNEL_DEPTH, CHANNEL_COUNT };

typedef struct surface {
    const raster_vertex *origin;
    channel channels[CHANNEL_COUNT];
} surface;

/* Differences from the origin vertex, 1/16 pixel, and what their slopes are divided by. */
typedef struct divisor {
    int32_t bx, by, cx, cy;
    int32_t reciprocal;
    uint32_t shift;
} divisor;

/* Where an edge crosses the centre of a line, and its change per line, Q16 pixels. */
typedef struct edge {
    int32_t x;
    int32_t slope;
} edge;

/* The lines of a triangle in a band; either edge may be the left one. */
typedef struct lines {
    edge side;          /* from the upper to the lowest corner */
    edge upper, lower;  /* from the middle one */
    int32_t first;      /* of the picture */
    int32_t count, upper_count; /* of lines; of those along `upper` */
    int32_t top, low;           /* of the corners, 1/16 pixel */
} lines;

static inline int32_t later(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline int32_t earlier(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* First line, or pixel of a line, whose centre is at or after this: 1/16 or 1/65536 pixel. */
static inline int32_t first_line_at(int32_t y)
{
    return (y + 7) >> 4;
}

static inline int32_t first_pixel_at(int32_t x)
{
    return (x + 0x7FFF) >> 16;
}

/// Lines ////////////////////////////////////////////////////////////////////////////////////////

/*
 * From `top` downwards, at the centre of `line`, which lies between them. The same two vertices
 * give the same numbers whichever triangle and band asks: no cracks.
 * |dx| < 2^15 and 0 <= offset <= dy, so |slope * offset| <= |dx| * 2^16 < 2^31.
 */
static inline edge edge_at(const raster_vertex *top, const raster_vertex *bottom, int32_t line)
{
    const int32_t offset = line * 16 + 8 - top->y;
    edge e;

    e.slope = (bottom->x - top->x) * 65536 / (bottom->y - top->y);
    e.x = top->x * 4096 + ((e.slope * offset) >> 4);
    return e;
}

/* False where the band has none. */
static inline bool find_lines(lines *l, const raster_band *band, const raster_vertex *a,
                              const raster_vertex *b, const raster_vertex *c)
{
    const raster_vertex *top = a, *middle = b, *bottom = c, *swap;
    const int32_t band_end = band->first_line + band->line_count;
    int32_t start, turn, end;

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
    end = earlier(first_line_at(bottom->y), band_end);
    if (start >= end) {
        return false;
    }
    turn = earlier(later(first_line_at(middle->y), start), end);
    l->top = top->y;
    l->low = bottom->y;
    l->first = start;
    l->count = end - start;
    l->upper_count = turn - start;
    l->side = edge_at(top, bottom, start);
    l->upper.x = l->upper.slope = 0;
    l->lower = l->upper;
    if (start < turn) {
        l->upper = edge_at(top, middle, start);
    }
    if (turn < end) {
        l->lower = edge_at(middle, bottom, turn);
    }
    return true;
}

/* Pixels [*first, *past) of the next line, none where these are not in order. */
static inline void next_line(lines *l, int32_t *first, int32_t *past, int32_t width)
{
    int32_t one, other;

    if (l->upper_count-- == 0) {
        l->upper = l->lower;
    }
    one = first_pixel_at(l->side.x);
    other = first_pixel_at(l->upper.x);
    *first = later(earlier(one, other), 0);
    *past = earlier(later(one, other), width);
    l->side.x += l->side.slope;
    l->upper.x += l->upper.slope;
}

/// Planes ///////////////////////////////////////////////////////////////////////////////////////

/*
 * Slopes of a channel over the plane. Differences of positions are below 2^15, of channels below
 * 2^15, so that each numerator, twice the area of a triangle in such a box, is at most 2^30.
 * One division: reciprocal = 2^31 / (area as 16 significant bits).
 */
static inline void find_divisor(divisor *d, const raster_vertex *a, const raster_vertex *b,
                                const raster_vertex *c, int32_t area)
{
    const uint32_t size = (uint32_t)(area < 0 ? -area : area);
    const uint32_t zeros = (uint32_t)__builtin_clz(size);
    const int32_t quotient = (int32_t)(0x7FFFFFFFu / ((size << zeros) >> 16));

    d->bx = b->x - a->x;
    d->by = b->y - a->y;
    d->cx = c->x - a->x;
    d->cy = c->y - a->y;
    d->reciprocal = area < 0 ? -quotient : quotient;
    d->shift = 31u - zeros; /* 31 + (16 - zeros) - 16 bits of fraction */
}

/* The product >> shift, modulo 2^32; shift < 32. */
static inline uint32_t high_part(int32_t a, int32_t b, uint32_t shift)
{
    const uint64_t product = (uint64_t)((int64_t)a * b);

    return (uint32_t)(product >> 32) << 1 << (31u - shift) | (uint32_t)product >> shift;
}

static inline channel find_channel(const divisor *d, int32_t a, int32_t b, int32_t c)
{
    channel ch;

    b -= a;
    c -= a;
    ch.origin = (uint32_t)a * 65536u + 0x8000u;
    ch.per_x = high_part(b * d->cy - c * d->by, d->reciprocal, d->shift);
    ch.per_y = high_part(c * d->bx - b * d->cx, d->reciprocal, d->shift);
    return ch;
}

/* At the centre of a pixel. */
static inline uint32_t value_at(const channel *ch, const raster_vertex *origin, int32_t x,
                                int32_t y)
{
    return ch->origin + ch->per_x * (uint32_t)(x * 16 + 8 - origin->x) +
           ch->per_y * (uint32_t)(y * 16 + 8 - origin->y);
}

/* Of values in Q16, of colours in 0 ... 255 or up to 1024 out of it: then the carries remain. */
static inline uint32_t pack_value(uint32_t r, uint32_t g, uint32_t b)
{
    const int32_t red = (((int32_t)r >> 7) * 31 + (4 << 14) + (1 << 10)) >> 11;
    const int32_t green = (((int32_t)g >> 7) * 63 + (2 << 15) + (1 << 11)) >> 12;
    const int32_t blue = (((int32_t)b >> 7) * 31 + (4 << 14) + (1 << 11)) >> 12;

    return ((uint32_t)red << 21) + ((uint32_t)blue << 11) + (uint32_t)green;
}

/* Of changes per 1/16 pixel in Q16, modulo 2^32: per pixel. */
static inline uint32_t pack_change(uint32_t r, uint32_t g, uint32_t b)
{
    const int32_t red = (int32_t)(r * 31u + (1u << 13)) >> 14;
    const int32_t green = (int32_t)(g * 63u + (1u << 14)) >> 15;
    const int32_t blue = (int32_t)(b * 31u + (1u << 14)) >> 15;

    return ((uint32_t)red << 21) + ((uint32_t)blue << 11) + (uint32_t)green;
}

/// Small triangles //////////////////////////////////////////////////////////////////////////////

/*
 * Whether one packed plane is exact enough for all of the triangle: see PACKED_REACH; x, y are the
 * pixel in its middle, which is always in a triangle, so that the colours there are in range. A
 * triangle half a pixel thick has changes of at most 1024 of 256 a pixel, 132,000 of its depth: its
 * reciprocal's 2^-15 of them over the reach is below 1/10 of a step, and 100 of its depth.
 */
static inline bool find_middle(int32_t *x, int32_t *y, const lines *l, const raster_vertex *a,
                               const raster_vertex *b, const raster_vertex *c, int32_t area)
{
    const int32_t left = earlier(earlier(a->x, b->x), c->x), right = later(later(a->x, b->x), c->x);
    const int32_t wide = right - left;
    const int32_t tall = l->low - l->top;
    /* negative where a depth is below 256 or above RASTER_MAX_DEPTH - 256 */
    const int32_t depths = (a->depth - 256) | (b->depth - 256) | (c->depth - 256) |
                           (RASTER_MAX_DEPTH - 256 - a->depth) |
                           (RASTER_MAX_DEPTH - 256 - b->depth) |
                           (RASTER_MAX_DEPTH - 256 - c->depth);

    *x = (left + right) >> 5;
    *y = (l->top + l->low) >> 5;
    return wide + tall <= 2 * PACKED_REACH * 16 && depths >= 0 &&
           (area < 0 ? -area : area) >= 8 * later(wide, tall);
}

/* The hot loop: count >= 1 pixels. */
static inline void shade_span(uint16_t *colours, uint16_t *depths, int32_t count, shade at,
                              shade step)
{
    do {
        const uint32_t depth = at.depth >> 16;

        if (depth > *depths) {
            *depths = (uint16_t)depth;
            *colours = (uint16_t)((at.colour & PACKED_RB) >> 16 | (at.colour & PACKED_G));
        }
        colours++;
        depths++;
        at.colour += step.colour;
        at.depth += step.depth;
    } while (--count > 0);
}

/* x, y: where the channels are taken. */
static void draw_small(const raster_band *band, lines *lines_of, const divisor *d,
                       const raster_vertex *a, const raster_vertex *b, const raster_vertex *c,
                       int32_t x, int32_t y)
{
    const channel red = find_channel(d, a->r, b->r, c->r);
    const channel green = find_channel(d, a->g, b->g, c->g);
    const channel blue = find_channel(d, a->b, b->b, c->b);
    const channel depth = find_channel(d, a->depth, b->depth, c->depth);
    lines l = *lines_of;
    int32_t row = (l.first - band->first_line) * band->width;
    shade at, step, down;

    step.colour = pack_change(red.per_x, green.per_x, blue.per_x);
    down.colour = pack_change(red.per_y, green.per_y, blue.per_y);
    step.depth = depth.per_x * 16u;
    down.depth = depth.per_y * 16u;
    at.colour = pack_value(value_at(&red, a, x, y), value_at(&green, a, x, y),
                           value_at(&blue, a, x, y));
    at.depth = value_at(&depth, a, x, y);
    /* from the middle to the first pixel of the first line */
    at.colour += down.colour * (uint32_t)(l.first - y) - step.colour * (uint32_t)x;
    at.depth += down.depth * (uint32_t)(l.first - y) - step.depth * (uint32_t)x;
    for (; l.count > 0; l.count--) {
        int32_t first, past;

        next_line(&l, &first, &past, band->width);
        if (first < past) {
            shade from = at;

            from.colour += step.colour * (uint32_t)first;
            from.depth += step.depth * (uint32_t)first;
            shade_span(band->colours + row + first, band->depths + row + first, past - first, from,
                       step);
        }
        at.colour += down.colour;
        at.depth += down.depth;
        row += band->width;
    }
}

/// Other triangles //////////////////////////////////////////////////////////////////////////////

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

/*
 * One brightness per facet, from the slope of its depths: lit from the upper left, as camera.c
 * does. px, py are 64 times the tangents of the facet's angles to the picture plane.
 */
static void surface_facet(surface *s, int32_t steepness)
{
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

/* Pixels [first, past) of a line: the channels are taken anew every PACKED_REACH of them. */
static void shade_long(const surface *s, uint16_t *colours, uint16_t *depths, int32_t line,
                       int32_t first, int32_t past, shade step)
{
    const channel *c = s->channels;
    const uint32_t last = (uint32_t)(past - 1 - first);
    uint32_t values[CHANNEL_COUNT];
    uint32_t high = 0; /* of colours at both ends: bits from 24 up are out of range */
    shade at;
    int i;

    for (i = 0; i < CHANNEL_COUNT; i++) {
        values[i] = value_at(&c[i], s->origin, first, line);
        high |= i == CHANNEL_DEPTH ? 0u : values[i] | (values[i] + c[i].per_x * 16u * last);
    }
    at.depth = values[CHANNEL_DEPTH];
    if ((high >> 24) != 0u || ((at.depth | (at.depth + step.depth * last)) >> 31) != 0u) {
        /* too thin for its slopes to mean anything */
        at.colour = pack_value(c[0].origin, c[1].origin, c[2].origin);
        at.depth = c[CHANNEL_DEPTH].origin;
        step.colour = step.depth = 0;
        shade_span(colours + first, depths + first, past - first, at, step);
        return;
    }
    for (; first < past; first += PACKED_REACH) {
        for (i = 0; i < CHANNEL_COUNT; i++) {
            values[i] = value_at(&c[i], s->origin, first, line);
        }
        at.colour = pack_value(values[0], values[1], values[2]);
        at.depth = values[CHANNEL_DEPTH];
        shade_span(colours + first, depths + first, earlier(past - first, PACKED_REACH), at, step);
    }
}

static void draw_other(const raster_band *band, lines *lines_of, const divisor *d,
                       const raster_vertex *a, const raster_vertex *b, const raster_vertex *c,
                       bool faceted)
{
    lines l = *lines_of;
    int32_t row = (l.first - band->first_line) * band->width;
    channel *ch;
    surface s;
    shade step;

    s.origin = a;
    ch = s.channels;
    ch[CHANNEL_R] = find_channel(d, a->r, b->r, c->r);
    ch[CHANNEL_G] = find_channel(d, a->g, b->g, c->g);
    ch[CHANNEL_B] = find_channel(d, a->b, b->b, c->b);
    ch[CHANNEL_DEPTH] = find_channel(d, a->depth, b->depth, c->depth);
    if (faceted) {
        surface_facet(&s, band->steepness);
    }
    step.colour = pack_change(ch[CHANNEL_R].per_x, ch[CHANNEL_G].per_x, ch[CHANNEL_B].per_x);
    step.depth = ch[CHANNEL_DEPTH].per_x * 16u;
    for (; l.count > 0; l.count--) {
        int32_t first, past;

        next_line(&l, &first, &past, band->width);
        if (first < past) {
            shade_long(&s, band->colours + row, band->depths + row, l.first, first, past, step);
        }
        l.first++;
        row += band->width;
    }
}

static void paint(const raster_band *band, lines *lines_of, uint16_t colour)
{
    lines l = *lines_of;
    uint16_t *row = band->colours + (l.first - band->first_line) * band->width;

    for (; l.count > 0; l.count--, row += band->width) {
        int32_t first, past;

        next_line(&l, &first, &past, band->width);
        for (; first + 4 <= past; first += 4) {
            row[first] = row[first + 1] = row[first + 2] = row[first + 3] = colour;
        }
        for (; first < past; first++) {
            row[first] = colour;
        }
    }
}

/// Triangles ////////////////////////////////////////////////////////////////////////////////////

void raster_triangle(const raster_band *band, const raster_vertex *a, const raster_vertex *b,
                     const raster_vertex *c, uint32_t flags)
{
    const int32_t area = (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
    int32_t x, y;
    divisor d;
    lines l;

    if (area == 0 || (area > 0 && (flags & RASTER_TWO_SIDED) == 0u) ||
        (a->outside | b->outside | c->outside) != 0u || !find_lines(&l, band, a, b, c)) {
        return; /* y points down: counter-clockwise is negative */
    }
    if ((flags & RASTER_PAINT) != 0u) {
        paint(band, &l, raster_colour(a->r, a->g, a->b));
        return;
    }
    find_divisor(&d, a, b, c, area);
    if ((flags & RASTER_FACETED) == 0u && find_middle(&x, &y, &l, a, b, c, area)) {
        draw_small(band, &l, &d, a, b, c, x, y);
    } else {
        draw_other(band, &l, &d, a, b, c, (flags & RASTER_FACETED) != 0u);
    }
}

void raster_triangles(const raster_band *band, const raster_vertex *vertices,
                      const uint16_t *indices16, const uint32_t *indices32, uint32_t index_count,
                      uint32_t flags)
{
    const int32_t start = band->first_line * 16;
    const int32_t end = start + band->line_count * 16;
    uint32_t i;

    for (i = 0; i + 2u < index_count; i += 3u) {
        const bool is_short = indices16 != NULL;
        const raster_vertex *a = &vertices[is_short ? indices16[i] : indices32[i]];
        const raster_vertex *b = &vertices[is_short ? indices16[i + 1u] : indices32[i + 1u]];
        const raster_vertex *c = &vertices[is_short ? indices16[i + 2u] : indices32[i + 2u]];

        if (!raster_misses(start, end, a, b, c)) {
            raster_triangle(band, a, b, c, flags);
        }
    }
}

void raster_clear_depths(const raster_band *band)
{
    memset(band->depths, 0, (size_t)band->width * (size_t)band->line_count * sizeof *band->depths);
}
