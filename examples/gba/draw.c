/* SPDX-License-Identifier: MIT */
#include "draw.h"

#include <stdbool.h>

#include "console.h"
#include "view.h"

#define BUCKETS 768u /* of the sum of three depths, 0 to 3069, by 4 */
#define RECIPROCALS 257
#define LINE_BYTES VIEW_WIDTH

/* 2^20 / i, for heights and widths in 1/8 pixels. */
static CONSOLE_FAST int32_t reciprocals[RECIPROCALS];

/* Behind the vertices: first triangle + 1 by bucket, then by triangle the next + 1 in its bucket. */
typedef uint16_t __attribute__((may_alias)) link;
typedef uint32_t __attribute__((may_alias)) two_links;
typedef struct lists {
    link *first, *next;
} lists;

static uint32_t first_bucket, end_bucket; /* that hold any */

void draw_open(void)
{
    int32_t i;

    reciprocals[0] = 0;
    for (i = 1; i < RECIPROCALS; i++) {
        reciprocals[i] = (1 << 20) / i;
    }
}

static lists lists_behind(uint32_t vertex_count)
{
    lists l;

    l.first = (link *)(void *)(figure_work + 2u * vertex_count);
    l.next = l.first + BUCKETS;
    return l;
}

/// Sorting //////////////////////////////////////////////////////////////////////////////////////

static inline int32_t x_of(uint32_t place)
{
    return (int32_t)(place & 0xFFFFu);
}

static inline int32_t y_of(uint32_t place)
{
    return (int32_t)(place >> 16);
}

CONSOLE_HOT void draw_sort(draw_area *area, const figure_triangle *triangles,
                           uint32_t triangle_count, uint32_t vertex_count)
{
    const uint8_t *vertices = (const uint8_t *)figure_work;
    const lists l = lists_behind(vertex_count);
    uint32_t low = BUCKETS, high = 0;
    uint32_t left = UINT32_MAX, right = 0, top = UINT32_MAX, bottom = 0;
    uint32_t i;

    for (i = 0; i < BUCKETS; i += 2u) {
        *(two_links *)(void *)(l.first + i) = 0;
    }
    for (i = 0; i < vertex_count; i++) {
        const uint32_t place = *(const uint32_t *)(const void *)(vertices + 8u * i);
        const uint32_t x = place & 0xFFFFu;

        left = x < left ? x : left;
        right = x > right ? x : right;
        top = place < top ? place : top;
        bottom = place > bottom ? place : bottom;
    }
    area->first_line = (int32_t)(top >> 16) / VIEW_SUBPIXELS;
    area->end_line = (int32_t)(bottom >> 16) / VIEW_SUBPIXELS + 1;
    area->first = (int32_t)left / VIEW_SUBPIXELS & ~3;
    area->end = ((int32_t)right / VIEW_SUBPIXELS + 4) & ~3;
    for (i = 0; i < triangle_count; i++) {
        const uint32_t ab = triangles[i].a_b, c_ramp = triangles[i].c_ramp;
        const uint32_t *a = (const uint32_t *)(const void *)(vertices + (ab & 0xFFFFu));
        const uint32_t *b = (const uint32_t *)(const void *)(vertices + (ab >> 16));
        const uint32_t *c = (const uint32_t *)(const void *)(vertices + (c_ramp & 0xFFFFu));
        const int32_t ax = x_of(a[0]), ay = y_of(a[0]);
        const int32_t bx = x_of(b[0]) - ax, by = y_of(b[0]) - ay;
        const int32_t cx = x_of(c[0]) - ax, cy = y_of(c[0]) - ay;
        uint32_t bucket;

        if (bx * cy >= by * cx) { /* y points down: counter-clockwise is negative */
            continue;
        }
        bucket = ((a[1] >> 16) + (b[1] >> 16) + (c[1] >> 16)) >> 2;
        l.next[i] = l.first[bucket];
        l.first[bucket] = (link)(i + 1u);
        low = bucket < low ? bucket : low;
        high = bucket > high ? bucket : high;
    }
    first_bucket = low;
    end_bucket = high + 1u;
}

/// Clearing /////////////////////////////////////////////////////////////////////////////////////

CONSOLE_HOT void draw_clear(uint8_t *page, const draw_area *area)
{
    static CONSOLE_FAST volatile uint32_t zero;
    const uint32_t words = (uint32_t)(area->end - area->first) / 4u;
    uint8_t *to = page + area->first_line * LINE_BYTES + area->first;
    int32_t line;

    zero = 0;
    if (words == 0u) {
        return;
    }
    CONSOLE_IO32(0xD4) = (uint32_t)(uintptr_t)&zero;
    for (line = area->first_line; line < area->end_line; line++) {
        CONSOLE_IO32(0xD8) = (uint32_t)(uintptr_t)to;
        CONSOLE_IO32(0xDC) = 0x85000000u | words; /* DMA 3: words, from a fixed address, now */
        to += LINE_BYTES;
    }
}

/// Drawing //////////////////////////////////////////////////////////////////////////////////////

/*
 * What draw_lines() takes: where two edges cross the centre of its first line, Q16 pixels so that
 * the whole part is the first pixel whose centre is at or behind it, the left one's shade, 8.24
 * bits, their changes per line; change of the shade in 8.8 bits per pixel, and for two pixels in
 * two halfwords.
 */
typedef struct draw_edges {
    int32_t left, left_step;
    uint32_t shade, shade_step;
    int32_t right, right_step;
    int32_t step;
    uint32_t pair_step;
} draw_edges;

/* lines.S. count >= 1 */
void draw_lines(uint8_t *line, int32_t count, const draw_edges *edges);

typedef struct edge {
    int32_t x, x_step;
    uint32_t shade, shade_step;
} edge;

/* From a down to b, at the centre of `line`, which is at or below a. */
static inline edge edge_from(uint32_t a, uint32_t b, int32_t a_shade, int32_t b_shade, int32_t line)
{
    int32_t height = y_of(b) - y_of(a), dx = x_of(b) - x_of(a), shades = b_shade - a_shade;
    const int32_t past = line * VIEW_SUBPIXELS + 4 - y_of(a); /* 1/8 pixels, 0 to 8 */
    int32_t reciprocal, shade_step;
    edge e;

    while (height >= RECIPROCALS) {
        height >>= 1;
        dx >>= 1;
        shades >>= 1;
    }
    reciprocal = reciprocals[height];
    e.x_step = (reciprocal * dx) >> 4;
    e.x = (x_of(a) << 13) + 0x7FFF + ((e.x_step * past) >> 3);
    shade_step = ((reciprocal >> 5) * shades) >> 4; /* 8.16 */
    e.shade_step = (uint32_t)shade_step << 8;
    e.shade = ((uint32_t)a_shade << 16) + ((uint32_t)((shade_step * past) >> 3) << 8);
    return e;
}

/* Line whose centre is the first at or below y. */
static inline int32_t line_at(int32_t y)
{
    return (y + 3) >> 3;
}

/* Change of the shade in 1/256 a pixel, where it changes by `change` over `width` 1/8 pixels. */
static inline int32_t shade_step(int32_t change, int32_t width)
{
    const int32_t size = width < 0 ? -width : width;
    int32_t step;

    if (size < VIEW_SUBPIXELS) { /* narrow ones have one shade a line */
        return 0;
    }
    step = size < RECIPROCALS ? ((reciprocals[size] >> 5) * change) >> 12
                              : ((reciprocals[size >> 3] >> 5) * change) >> 15;
    return width < 0 ? -step : step;
}

static inline void set_left(draw_edges *to, const edge *e)
{
    to->left = e->x;
    to->left_step = e->x_step;
    to->shade = e->shade;
    to->shade_step = e->shade_step;
}

static inline void set_right(draw_edges *to, const edge *e)
{
    to->right = e->x;
    to->right_step = e->x_step;
}

/* Of the edge that goes on. */
static inline void skip_lines(draw_edges *edges, bool is_left, int32_t lines)
{
    if (is_left) {
        edges->left += edges->left_step * lines;
        edges->shade += edges->shade_step * (uint32_t)lines;
    } else {
        edges->right += edges->right_step * lines;
    }
}

static inline void draw_triangle(uint8_t *page, const uint32_t *a, const uint32_t *b,
                                 const uint32_t *c, int32_t ramp)
{
    const uint32_t *swap;
    int32_t first, turn, end, part, width, height, above;
    int32_t a_shade, b_shade, c_shade;
    draw_edges edges;
    bool longer_is_left;
    edge e;

    /* By y, then x: they are in that order in a word. */
    if (b[0] < a[0]) {
        swap = a, a = b, b = swap;
    }
    if (c[0] < b[0]) {
        swap = b, b = c, c = swap;
        if (b[0] < a[0]) {
            swap = a, a = b, b = swap;
        }
    }
    first = line_at(y_of(a[0]));
    turn = line_at(y_of(b[0]));
    end = line_at(y_of(c[0]));
    if (first == end) {
        return;
    }
    a_shade = (int32_t)(a[1] & 0xFFFFu) + ramp;
    b_shade = (int32_t)(b[1] & 0xFFFFu) + ramp;
    c_shade = (int32_t)(c[1] & 0xFFFFu) + ramp;
    /* The long edge at b's height, Q12 of the way: how far it is from b, and how much lighter. */
    height = y_of(c[0]) - y_of(a[0]);
    above = y_of(b[0]) - y_of(a[0]);
    part = height < RECIPROCALS ? (reciprocals[height] * above) >> 8
                                : (reciprocals[height >> 3] * (above >> 3)) >> 8;
    width = x_of(a[0]) - x_of(b[0]) + (((x_of(c[0]) - x_of(a[0])) * part) >> 12);
    edges.step = shade_step(a_shade - b_shade + (((c_shade - a_shade) * part) >> 12), width);
    edges.pair_step = (uint32_t)edges.step * 0x20002u;
    longer_is_left = width < 0;
    e = edge_from(a[0], c[0], a_shade, c_shade, first);
    if (longer_is_left) {
        set_left(&edges, &e);
    } else {
        set_right(&edges, &e);
    }
    page += first * LINE_BYTES;
    if (first < turn) {
        e = edge_from(a[0], b[0], a_shade, b_shade, first);
        if (longer_is_left) {
            set_right(&edges, &e);
        } else {
            set_left(&edges, &e);
        }
        draw_lines(page, turn - first, &edges);
        skip_lines(&edges, longer_is_left, turn - first);
        page += (turn - first) * LINE_BYTES;
    }
    if (turn < end) {
        e = edge_from(b[0], c[0], b_shade, c_shade, turn);
        if (longer_is_left) {
            set_right(&edges, &e);
        } else {
            set_left(&edges, &e);
        }
        draw_lines(page, end - turn, &edges);
    }
}

CONSOLE_HOT uint32_t draw_kept(uint8_t *page, const figure_triangle *triangles,
                               uint32_t vertex_count)
{
    const uint8_t *vertices = (const uint8_t *)figure_work;
    const lists l = lists_behind(vertex_count);
    uint32_t bucket, index, count = 0;

    for (bucket = first_bucket; bucket < end_bucket; bucket++) {
        for (index = l.first[bucket]; index != 0u; index = l.next[index - 1u]) {
            const uint32_t ab = triangles[index - 1u].a_b;
            const uint32_t c_ramp = triangles[index - 1u].c_ramp;

            draw_triangle(page, (const uint32_t *)(const void *)(vertices + (ab & 0xFFFFu)),
                          (const uint32_t *)(const void *)(vertices + (ab >> 16)),
                          (const uint32_t *)(const void *)(vertices + (c_ramp & 0xFFFFu)),
                          (int32_t)(c_ramp >> 16));
            count++;
        }
    }
    return count;
}
