/* SPDX-License-Identifier: MIT */
/* Draws triangles, see pelt/draw.h. */
#include "triangle.h"

#include "../base/memory.h"
#include "lines.h"
#include "plane.h"

enum { CHANNEL_R, CHANNEL_G, CHANNEL_B, CHANNEL_DEPTH, CHANNEL_COUNT };

typedef struct surface {
    const pelt_draw_vertex *origin;
    channel channels[CHANNEL_COUNT];
} surface;

/// Small triangles //////////////////////////////////////////////////////////////////////////////

/* The inner loop, for count >= 1 pixels, which end where the pointers point. */
static inline void shade_span(uint16_t *colours, uint16_t *depths, int32_t count, shade at,
                              shade step)
{
    int32_t i = -count;
    do {
        const uint32_t depth = at.depth >> 16;
        if (depth > depths[i]) {
            depths[i] = (uint16_t)depth;
            colours[i] = (uint16_t)((at.colour & PACKED_RB) >> 16 | (at.colour & PACKED_G));
        }
        at.colour += step.colour;
        at.depth += step.depth;
    } while (++i < 0);
}

static inline void draw_small(const pelt_band *band, band_lines l, const divisor *d,
                              const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                              const pelt_draw_vertex *c, int32_t x, int32_t y)
{
    const int32_t row = (l.first - band->first_line) * band->width;
    uint16_t *colours = band->colours + row, *depths = band->depths + row;
    planes p;
    find_planes(&p, d, a, b, c, x, y, l.first);
    start_lines(&l);
    do {
        int32_t first, past;
        next_line(&l, &first, &past);
        if (first < past) {
            shade from = p.at;
            from.colour += p.step.colour * (uint32_t)first;
            from.depth += p.step.depth * (uint32_t)first;
            shade_span(colours + past, depths + past, past - first, from, p.step);
        }
        p.at.colour += p.down.colour;
        p.at.depth += p.down.depth;
        colours += band->width;
        depths += band->width;
    } while (--l.count > 0);
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

/* One more than the slope of depths, Q10 per 1/16 pixel, of a surface at 45 degrees to the picture: depth = 2^15
 * near / away and x = focal / away, so it is their ratio at the model's centre. The product is below 2^32 where
 * near is below focal * 2^9, as after pelt_camera_frame. What wraps is neither 0 nor -1, as all are 4n + 1. */
static int32_t steepness_of(const pelt_camera *cam)
{
    const uint32_t steps = (uint32_t)(INT32_MAX / cam->focal) >> 8;
    return (int32_t)(steps * (uint32_t)cam->near_plane / (uint32_t)cam->distance * 4u + 1u);
}

/* px, py are 64 times the tangents of the facet's angles to the picture plane. */
uint32_t pelt_draw_facet(const pelt_camera *cam, int32_t per_x, int32_t per_y)
{
    const int16_t *light = cam->light->direction; /* Q14 */
    const int32_t steepness = steepness_of(cam);
    const int32_t px = limit(per_x / steepness, 4096);
    const int32_t py = limit(per_y / steepness, 4096);
    const int32_t length = (int32_t)integer_root((uint32_t)(px * px + py * py + 64 * 64));
    /* 256 facing the light; a facet turns away from where its depth grows, and y points down */
    const int32_t towards =
        ((32 - light[0]) >> 6) * px + ((light[1] + 32) >> 6) * py + ((light[2] + 32) >> 6) * 64;
    const int32_t lit = towards / length;
    const uint32_t brightness = (uint32_t)(lit < -256 ? 64 : 160 + lit * 3 / 8);
    return brightness > 255u ? 255u : brightness;
}

static void surface_facet(surface *s, const pelt_camera *cam)
{
    const channel *depth = &s->channels[CHANNEL_DEPTH];
    const uint32_t brightness = pelt_draw_facet(cam, (int32_t)depth->per_x, (int32_t)depth->per_y);
    for (int i = 0; i < CHANNEL_DEPTH; i++) {
        channel *ch = &s->channels[i];
        ch->origin = (ch->origin >> 8) * brightness;
        ch->per_x = 0;
        ch->per_y = 0;
    }
}

/* Draws pixels [first, past) of a line; channels are computed anew every PACKED_REACH pixels. */
static void shade_long(const surface *s, uint16_t *colours, uint16_t *depths, int32_t line,
                       int32_t first, int32_t past, shade step)
{
    const channel *c = s->channels;
    const uint32_t last = (uint32_t)(past - 1 - first);
    uint32_t values[CHANNEL_COUNT];
    uint32_t high = 0; /* of colours at both ends: a bit from 24 up means out of range */
    shade at;
    for (int i = 0; i < CHANNEL_COUNT; i++) {
        values[i] = value_at(&c[i], s->origin, first, line);
        high |= i == CHANNEL_DEPTH ? 0u : values[i] | (values[i] + c[i].per_x * 16u * last);
    }
    at.depth = values[CHANNEL_DEPTH];
    if ((high >> 24) != 0u || ((at.depth | (at.depth + step.depth * last)) >> 31) != 0u) {
        /* The triangle is so thin that its slopes mean nothing. */
        at.colour = pack_value(c[0].origin, c[1].origin, c[2].origin);
        at.depth = c[CHANNEL_DEPTH].origin;
        step.colour = step.depth = 0;
        shade_span(colours + past, depths + past, past - first, at, step);
        return;
    }
    for (; first < past; first += PACKED_REACH) {
        for (int i = 0; i < CHANNEL_COUNT; i++)
            values[i] = value_at(&c[i], s->origin, first, line);
        at.colour = pack_value(values[0], values[1], values[2]);
        at.depth = values[CHANNEL_DEPTH];
        const int32_t end = earlier(past, first + PACKED_REACH);
        shade_span(colours + end, depths + end, end - first, at, step);
    }
}

static void draw_other(const pelt_band *band, const band_lines *lines_of, const divisor *d,
                       const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                       const pelt_draw_vertex *c, bool faceted)
{
    band_lines l = *lines_of;
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
    if (faceted && band->camera != NULL)
        surface_facet(&s, band->camera);
    step.colour = pack_change(ch[CHANNEL_R].per_x, ch[CHANNEL_G].per_x, ch[CHANNEL_B].per_x);
    step.depth = ch[CHANNEL_DEPTH].per_x * 16u;
    start_lines(&l);
    for (; l.count > 0; l.count--) {
        const int32_t line = l.first;
        int32_t first, past;
        next_line(&l, &first, &past);
        first = later(first, 0);
        past = earlier(past, band->width);
        if (first < past)
            shade_long(&s, band->colours + row, band->depths + row, line, first, past, step);
        row += band->width;
    }
}

void pelt_draw_paint(const pelt_band *band, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                     const pelt_draw_vertex *c)
{
    const uint16_t colour = PELT_RGB565(a->r, a->g, a->b);
    const int32_t width = band->width;
    uint16_t *row;
    band_lines l;
    if (!find_lines(&l, band, a, b, c))
        return;
    row = band->colours + (l.first - band->first_line) * width;
    start_lines(&l);
    for (; l.count > 0; l.count--, row += width) {
        int32_t first, past;
        next_line(&l, &first, &past);
        first = later(first, 0);
        past = earlier(past, width);
        for (; first + 4 <= past; first += 4)
            row[first] = row[first + 1] = row[first + 2] = row[first + 3] = colour;
        for (; first < past; first++)
            row[first] = colour;
    }
}

/// Triangles ////////////////////////////////////////////////////////////////////////////////////

void pelt_draw_shaded(const pelt_band *band, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                      const pelt_draw_vertex *c, uint32_t flags)
{
    const int32_t area = area_of(a, b, c);
    int32_t x, y;
    divisor d;
    band_lines l;
    if (!find_lines(&l, band, a, b, c))
        return;
    find_divisor(&d, a, b, c, area);
    if ((flags & PELT_DRAW_FACETED) == 0u && find_middle(&x, &y, &l, band->width, a, b, c, area))
        draw_small(band, l, &d, a, b, c, x, y);
    else
        draw_other(band, &l, &d, a, b, c, (flags & PELT_DRAW_FACETED) != 0u);
}

void pelt_triangle_draw(const pelt_band *band, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                        const pelt_draw_vertex *c, uint32_t flags)
{
    const int32_t area = area_of(a, b, c);
    if (area == 0 || (area > 0 && (flags & PELT_DRAW_TWO_SIDED) == 0u) ||
        (a->outside | b->outside | c->outside) != 0u)
        return;
    if ((flags & PELT_DRAW_PAINT) != 0u)
        pelt_draw_paint(band, a, b, c);
    else if ((flags & PELT_DRAW_FACETED) != 0u || !PELT_DRAWS_SMALL(band, a, b, c))
        pelt_draw_shaded(band, a, b, c, flags);
}

pelt_status pelt_band_clear(const pelt_band *band)
{
    if (!band_is_valid(band))
        return PELT_E_ARGUMENT;
    memset(band->depths, 0, (size_t)band->width * (size_t)band->line_count * sizeof *band->depths);
    return PELT_OK;
}
