/* SPDX-License-Identifier: MIT */
/* Sets triangles up for the RDP. It draws the pixels whose upper left corner is in a triangle, line by
 * line: places are moved by half a pixel, so that these are the centres. Edges and planes are
 * computed from sixteenths of a pixel, from the first line on, so that edges begin within the triangle. Where
 * they end are quarters of a line, and rounding these up changes no line. Numbers in commands are s15.16. */
#include "rdp.h"

#include "../../src/draw/triangle.h"

#ifdef PELT_N64

/* Halves of words, as attributes have their integers and fractions apart. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HALF(to, i) ((uint16_t *)(to))[(i) ^ 1u]
#else
#define HALF(to, i) ((uint16_t *)(to))[i]
#endif

#define LINE_WORDS 4u /* of the data cache */
/* An edge that goes more than 2^12 pixels to the side in a line is in no line, or its rest is not seen. */
#define STEEP_BITS 12
#define ONE 65536
#define ONE_OF_5 63488  /* the same of a colour that loses three bits: 31 / 32, */
#define ROUND (4 << 16) /* and half a step */

/* What the planes of a triangle have in common: weights of the middle and the last corner. */
typedef struct slopes {
    int32_t across_middle,
        across_last; /* a step to the right: of the differences to the first corner */
    uint32_t across_left, across_right; /* shifts of their sum */
    int32_t down; /* a step along the long edge, of the last one's difference */
    uint32_t down_left, down_right;
    int32_t up; /* 1/16 line from the first corner to the first line */
} slopes;

typedef struct plane {
    uint32_t at;
    int32_t across, down;
} plane;

static inline int32_t shifted(int32_t value, uint32_t left, uint32_t right)
{
    return (int32_t)((uint32_t)value << left) >> right;
}

/* Differences are at most 32766 and weights 32769, so the sum of two products is below 2^31; all are rounded
 * down. What a thin triangle's slope loses above 32 bits wraps. */
static inline plane plane_of(const slopes *s, int32_t first, int32_t middle, int32_t last,
                             const int32_t one)
{
    plane p;
    middle -= first;
    last -= first;
    p.across =
        shifted(middle * s->across_middle - last * s->across_last, s->across_left, s->across_right);
    p.down = shifted(last * s->down, s->down_left, s->down_right);
    p.at = (uint32_t)(first * one) + (uint32_t)(p.down >> 4) * (uint32_t)s->up;
    return p;
}

/* One of four attributes. Steps from line to line are for antialiasing and smaller levels only. */
static inline void put_plane(uint32_t *to, uint32_t i, plane p)
{
    HALF(to, i) = (uint16_t)(p.at >> 16);
    HALF(to, i + 4u) = (uint16_t)((uint32_t)p.across >> 16);
    HALF(to, i + 8u) = (uint16_t)p.at;
    HALF(to, i + 12u) = (uint16_t)p.across;
    HALF(to, i + 16u) = (uint16_t)((uint32_t)p.down >> 16);
    HALF(to, i + 24u) = (uint16_t)p.down;
}

/* The same of the third, and the fourth is 0; so are steps from line to line of all. */
static inline void put_last_plane(uint32_t *to, plane p)
{
    to[1] = p.at & 0xffff0000u;
    to[3] = (uint32_t)p.across & 0xffff0000u;
    to[5] = p.at << 16;
    to[7] = (uint32_t)p.across << 16;
    to[9] = (uint32_t)p.down & 0xffff0000u;
    to[10] = to[11] = 0;
    to[13] = (uint32_t)p.down << 16;
    to[14] = to[15] = 0;
}

/* The number of bits of 0 < value < 2^31, or one more where rounding carries; at most 31. */
static inline uint32_t bits_of(int32_t value)
{
    union {
        float number;
        uint32_t word;
    } as = {(float)value};
    const uint32_t bits = (as.word >> 23) - 126u;
    return bits > 31u ? 31u : bits;
}

static inline int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* 1 / length is value >> (14 + bits), rounded down: 2^14 <= value <= 2^15, of 12 bits in the table. Times a
 * difference below 2^15 it is at most 2^30. */
typedef struct inverse {
    int32_t value;
    uint32_t bits; /* of the length */
} inverse;

static inline inverse divide(int32_t length)
{
    const uint32_t bits = bits_of(length);
    const inverse of = {(0x7fffffff >> (17u - bits)) / length, bits};
    return of;
}

void pelt_n64_write_inverses(uint16_t to[PELT_N64_INVERSES])
{
    for (int32_t i = 1; i < (int32_t)PELT_N64_INVERSES; i++) {
        const inverse of = divide(i);
        const int32_t value = (of.value + 4) >> 3;
        to[i] = (uint16_t)((value > 4095 ? 4095 : value) << 4 | (int32_t)of.bits);
    }
}

/* Of 0 < length < 2^15; a division takes a tenth of a triangle's time. */
static inline inverse inverse_of(const pelt_n64_list *list, int32_t length)
{
    if (length >= (int32_t)PELT_N64_INVERSES)
        return divide(length);
    const uint32_t stored = list->inverses[length];
    const inverse of = {(int32_t)(stored >> 4 << 3), stored & 15u};
    return of;
}

/* x per line of an edge; 0 where it is in no line. */
static inline int32_t slope_of(const pelt_n64_list *list, int32_t across, int32_t down)
{
    const int32_t reach = down << STEEP_BITS;
    if (across >= reach || across <= -reach)
        return 0;
    const inverse of = inverse_of(list, down);
    return of.bits > 1u ? across * of.value >> (of.bits - 2u) : across * of.value * 2;
}

/* Begins lines of the data cache without reading them, as all of them will be written. None may be one in
 * which other commands are. */
static inline void begin_lines(pelt_n64_list *list, const uint32_t *end)
{
#ifdef __mips__
    if (list->begun < list->at)
        list->begun += ((uint32_t)(list->at - list->begun) + LINE_WORDS - 1u) & ~(LINE_WORDS - 1u);
    for (; list->begun < end; list->begun += LINE_WORDS)
        __asm__ volatile("cache 0x0d, 0(%0)" : : "r"(list->begun) : "memory");
#else
    (void)list, (void)end;
#endif
}

/* Adds a triangle if it has a pixel to draw, and returns whether. */
__attribute__((always_inline)) static inline bool put_triangle(
    pelt_n64_list *list, const pelt_draw_vertex *vertices, const uint16_t corners[3],
    const pelt_n64_places *places, bool two_sided, const uint32_t with, const int32_t round,
    const bool faceted)
{
    const pelt_draw_vertex *p = vertices + corners[0], *q = vertices + corners[1],
                           *r = vertices + corners[2], *swap;
    const int16_t *p_at = NULL, *q_at = NULL, *r_at = NULL, *swap_at;
    int32_t mx = q->x - p->x, my = q->y - p->y, hx = r->x - p->x, hy = r->y - p->y;
    int32_t area = mx * hy - hx * my;
    if (area == 0 || (area > 0 && !two_sided) || (p->outside | q->outside | r->outside) != 0u)
        return false;
    if ((with & RDP_WITH_TEXTURE) != 0u) {
        p_at = places->at[0];
        q_at = places->at[1];
        r_at = places->at[2];
    }
#define SWAP(a, b)                                                                                 \
    if ((a)->y > (b)->y) {                                                                         \
        swap = a, a = b, b = swap;                                                                 \
        swap_at = a##_at, a##_at = b##_at, b##_at = swap_at;                                       \
        area = -area;                                                                              \
    }
    SWAP(p, q)
    SWAP(q, r)
    SWAP(p, q)
    const int32_t px = p->x - 8, py = p->y - 8, qx = q->x - 8, qy = q->y - 8;
    const int32_t first = (py + 15) >> 4, past = (r->y + 7) >> 4; /* lines */
    mx = qx - px, my = qy - py, hx = r->x - p->x, hy = r->y - p->y;
    const int32_t left = px + smaller(0, smaller(mx, hx)), right = px + larger(0, larger(mx, hx));
    if (first >= past || past <= 0 || first * 16 >= list->height || (left + 15) >> 4 > right >> 4 ||
        right < 0 || left >= list->width || (hx < 0 ? -hx : hx) >> STEEP_BITS >= hy)
        return false;
    const inverse by_hy = inverse_of(list, hy);
    const uint32_t hy_bits = by_hy.bits, area_bits = bits_of(area < 0 ? -area : area);
    const int32_t py4 = first * 4, qy4 = larger(py4, (qy + 3) >> 2), ry4 = (r->y - 5) >> 2;
    slopes s;
    s.down = by_hy.value;
    s.up = first * 16 - py;
    const int32_t major = hy_bits >= 2u ? hx * s.down >> (hy_bits - 2u) : hx * s.down * 2;
    const int32_t upper = my < s.up ? 0 : slope_of(list, mx, my),
                  lower = slope_of(list, hx - mx, hy - my);
    uint32_t *to = list->at;
    begin_lines(list, to + 8 + ((with & RDP_WITH_SHADE) != 0u ? 16 : 0) +
                          ((with & RDP_WITH_TEXTURE) != 0u ? 16 : 0) +
                          ((with & RDP_WITH_DEPTH) != 0u ? 4 : 0));
    to[0] = (RDP_TRIANGLE | with) << 24 | (area > 0 ? 1u << 23 : 0u) | ((uint32_t)ry4 & 0x3fffu);
    to[1] = ((uint32_t)qy4 & 0x3fffu) << 16 | ((uint32_t)py4 & 0x3fffu);
    /* Edges begin within the triangle, in 12 bits of pixels for corners within 2^11. Slopes are at most 2^28, and
     * s.up and what rounds qy up are at most 15, so products of a sixteenth are below 2^28. */
    to[2] = (uint32_t)(qx * 4096 + (lower >> 4) * (qy4 * 4 - qy));
    to[3] = (uint32_t)lower;
    to[4] = (uint32_t)(px * 4096 + (major >> 4) * s.up);
    to[5] = (uint32_t)major;
    to[6] = (uint32_t)(px * 4096 + (upper >> 4) * s.up);
    to[7] = (uint32_t)upper;
    to += 8;
    if (with != 0u) {
        /* Differences of places are below 2^15, so twice the area is below 2^31. 1 / area is by_area >>
         * (14 + area_bits), from 15 bits of it, by_area <= 32770; my <= hy < 2^hy_bits <= 2^15, so
         * products stay below 2^31 and weights at 32769. */
        const int32_t by_area =
            0x7fffffff /
                (int32_t)((uint32_t)(area < 0 ? -area : area) << (31u - area_bits) >> 16) >>
            2;
        const int32_t across_right = (int32_t)(area_bits - hy_bits) - 6;
        s.across_middle = hy * by_area >> hy_bits;
        s.across_last = my * by_area >> hy_bits;
        if (area < 0) {
            s.across_middle = -s.across_middle;
            s.across_last = -s.across_last;
        }
        s.across_right = across_right > 0 ? (uint32_t)across_right : 0u;
        s.across_left = across_right < 0 ? (uint32_t)smaller(-across_right, 3) : 0u;
        s.down_right = hy_bits > 6u ? hy_bits - 6u : 0u;
        s.down_left = hy_bits < 6u ? (uint32_t)smaller(6 - (int32_t)hy_bits, 2) : 0u;
    }
    if ((with & RDP_WITH_SHADE) != 0u) {
        const int32_t one = round != 0 ? ONE_OF_5 : ONE;
        plane red = plane_of(&s, p->r, q->r, r->r, one);
        plane green = plane_of(&s, p->g, q->g, r->g, one);
        plane blue = plane_of(&s, p->b, q->b, r->b, one);
        if (faceted) {
            const pelt_draw_vertex *of = vertices + corners[0];
            const plane slope = plane_of(&s, p->depth, q->depth, r->depth, ONE);
            const int32_t down = (int32_t)((uint32_t)slope.down - /* a line */
                                           (uint32_t)((int64_t)slope.across * major >> 16));
            const uint32_t light = pelt_draw_facet(list->cam, slope.across / 16, down / 16);
            const plane flat[3] = {{of->r * light * (ONE_OF_5 >> 8), 0, 0},
                                   {of->g * light * (ONE_OF_5 >> 8), 0, 0},
                                   {of->b * light * (ONE_OF_5 >> 8), 0, 0}};
            red = flat[0];
            green = flat[1];
            blue = flat[2];
        }
        red.at += (uint32_t)round;
        green.at += (uint32_t)round;
        blue.at += (uint32_t)round;
        put_last_plane(to, blue);
        put_plane(to, 0, red);
        put_plane(to, 1, green);
        to += 16;
    }
    if ((with & RDP_WITH_DEPTH) != 0u) {
        const plane depth = plane_of(&s, p->depth, q->depth, r->depth, ONE);
        if ((with & RDP_WITH_TEXTURE) != 0u) { /* the depth is 1 / distance */
            put_last_plane(to, depth);
            put_plane(to, 0,
                      plane_of(&s, p_at[0] * p->depth >> 15, q_at[0] * q->depth >> 15,
                               r_at[0] * r->depth >> 15, ONE));
            put_plane(to, 1,
                      plane_of(&s, p_at[1] * p->depth >> 15, q_at[1] * q->depth >> 15,
                               r_at[1] * r->depth >> 15, ONE));
            to += 16;
        }
        to[0] = 0x7fff0000u - depth.at;
        to[1] = 0u - (uint32_t)depth.across;
        to[2] = 0u - (uint32_t)depth.down;
        to[3] = 0;
        to += 4;
    }
    list->at = to;
    return true;
}

/* The same with many, between which the list may be sent. */
__attribute__((always_inline)) static inline uint32_t put_all(
    pelt_n64_list *list, const pelt_draw_vertex *vertices, const uint16_t *corners,
    const pelt_n64_places *places, uint32_t count, bool two_sided, const uint32_t with,
    const int32_t round, const bool faceted)
{
    uint32_t drawn = 0;
    for (; count > 0u; count--, corners += 3) {
        rdp_make_room(list);
        drawn += put_triangle(list, vertices, corners, places, two_sided, with, round, faceted)
                     ? 1u
                     : 0u;
        if ((with & RDP_WITH_TEXTURE) != 0u)
            places++;
    }
    return drawn;
}

uint32_t pelt_n64_put(pelt_n64_list *list, const pelt_draw_vertex *vertices,
                      const uint16_t *corners, const pelt_n64_places *places, uint32_t count,
                      bool two_sided)
{
#define PUT(with, round, faceted)                                                                  \
    put_all(list, vertices, corners, places, count, two_sided, with, round, faceted)
    switch (list->mode) {
    case MODE_PAINT: return PUT(0, 0, false);
    case MODE_BEHIND: return PUT(RDP_WITH_SHADE, 0, false);
    case MODE_SHADED: return PUT(RDP_WITH_SHADE | RDP_WITH_DEPTH, ROUND, false);
    case MODE_FACETED: return PUT(RDP_WITH_SHADE | RDP_WITH_DEPTH, ROUND, true);
    default: return PUT(RDP_WITH_SHADE | RDP_WITH_TEXTURE | RDP_WITH_DEPTH, 0, false);
    }
}

#endif
