/* SPDX-License-Identifier: MIT */
/* Writes bodies into lists of the Nintendo DS's geometry engine as strips, see pelt/nds.h. */
#include "nds_parts.h"

#ifdef PELT_NDS

#define PLACE_MOST 0xffffu

/// Strips ///////////////////////////////////////////////////////////////////////////////////////
/* Corners of a part's triangles are numbered through them. */

#define TAKEN UINT32_MAX
/* 1/16 texel: half of what a coordinate of the engine holds on each side of 0. */
#define REACH 16384

typedef struct strips {
    const body_part *part;
    uint32_t *first, *next; /* a vertex's last corner; the one before a corner, or PELT_NONE */
    uint32_t *marks;        /* of triangles: TAKEN, or the number of the last way that was tried */
} strips;

static uint32_t corner_after(uint32_t corner)
{
    return corner % 3u == 2u ? corner - 2u : corner + 1u;
}

/* Finds the corner that an unmarked triangle's edge between two vertices begins at. */
static uint32_t find_edge(const strips *s, uint32_t from, uint32_t to, uint32_t mark)
{
    uint32_t c = s->first[from];
    while (c != PELT_NONE && (vertex_of(s->part, corner_after(c)) != to ||
                              s->marks[c / 3u] == TAKEN || s->marks[c / 3u] == mark))
        c = s->next[c];
    return c;
}

/* The engine's textures have sides of 8 texels or more. */
static uint32_t engine_side(uint32_t side)
{
    return side < 8u ? 8u : side;
}

/* A vertex's place in the part's texture, in 1/16 texel of the engine's. */
static pelt_texel_place place_of(const body_part *part, uint32_t vertex)
{
    const pelt_texture_info *t = &part->texture;
    const pelt_texture_info size = {.width = engine_side(t->width),
                                    .height = engine_side(t->height)};
    return body_place(&part->info, &size, vertex);
}

/* Returns the whole textures, or mirrored pairs, that a strip takes off its coordinates along a side, so that its
 * first corner's is within half of one of 0: at most 2^14, of a pair of 1024 texels. at: below 2^30 */
static int32_t whole_of(int32_t at, uint32_t side, uint32_t wrap)
{
    const int32_t period = (int32_t)engine_side(side) * (wrap == PELT_WRAP_MIRROR ? 32 : 16);
    return wrap == PELT_WRAP_CLAMP ? 0 : (at + period / 2) & -period;
}

/* Whether a vertex's place is too far from another one's for the same strip. */
static bool is_far(const body_part *part, uint32_t from, uint32_t to)
{
    if (part->texture.rows == NULL)
        return false;
    const pelt_texel_place a = place_of(part, from), b = place_of(part, to);
    return b.u - a.u >= REACH || a.u - b.u >= REACH || b.v - a.v >= REACH || a.v - b.v >= REACH;
}

/* What is done with corners. */
typedef enum writing { COUNT, WRITE_BODY, WRITE_SHADOW } writing;

/* A body that is being written. */
typedef struct writer {
    pelt_nds_body *body;
    const body_part *part;
    const pelt_nds_texture *texture; /* or NULL */
    uint32_t first_vertex;           /* of the mesh */
    writing pass;
    uint32_t *to, *end;
    uint32_t *commands, command_count; /* packed so far; how many are in the last word */
    uint32_t corner_count;             /* of the strip so far */
    pelt_texel_place whole;            /* taken off its places: whole_of its first corner */
    bool full;
} writer;

static void put(writer *w, uint32_t word)
{
    if (w->to == w->end)
        w->full = true;
    else
        *w->to++ = word;
}

/* Packs commands; together: those whose parameters must follow each other. */
static void put_command(writer *w, uint32_t command, uint32_t together)
{
    if (w->command_count + together > 4u) {
        w->command_count = 0;
        w->commands = w->to;
        put(w, 0);
    }
    if (!w->full)
        *w->commands |= command << 8u * w->command_count++;
}

/* A corner's colour is before its place, so that all that changes is together. */
static void put_corner(writer *w, uint32_t vertex)
{
    uint16_t *const next = &w->body->starts[w->first_vertex + vertex];
    if (w->pass == COUNT) {
        (*next)++;
        return;
    }
    if (w->corner_count++ == 0u) {
        put_command(w, BEGIN_VTXS, 1);
        put(w, STRIP);
    }
    if (w->texture != NULL) {
        const pelt_texture_info *t = &w->part->texture;
        const pelt_texel_place at = place_of(w->part, vertex);
        if (w->corner_count == 1u) {
            w->whole.u = whole_of(at.u, t->width, t->wrap_across);
            w->whole.v = whole_of(at.v, t->height, t->wrap_down);
        }
        /* 16 bits with sign: within 2^14 + REACH of 0, unless clamped. */
        put_command(w, TEXCOORD, 1);
        put(w, (uint32_t)(at.v - w->whole.v) << 16 | ((uint32_t)(at.u - w->whole.u) & 0xffffu));
    }
    if (w->pass == WRITE_BODY) {
        put_command(w, COLOR, 2);
        put(w, 0);
    }
    put_command(w, VTX_16, 1);
    const uint32_t place = (uint32_t)(w->to - w->body->words);
    put(w, 0);
    put(w, 0);
    w->body->places[(*next)++] |= w->pass == WRITE_BODY ? place : place << 16;
}

/* Goes from a corner's triangle on as far as a strip can, and marks what it takes. Returns the number of
 * triangles. w: writes them, or NULL. */
static uint32_t follow(const strips *s, uint32_t corner, uint32_t mark, writer *w)
{
    uint32_t back = vertex_of(s->part, corner_after(corner)), count = 0;
    uint32_t front = vertex_of(s->part, corner_after(corner_after(corner)));
    const uint32_t first = vertex_of(s->part, corner);
    if (w != NULL) {
        w->corner_count = 0;
        if (is_faceted(s->part)) /* pelt_nds_body_draw finds its corners */
            w->command_count = 4;
        put_corner(w, first);
        put_corner(w, back);
        put_corner(w, front);
    }
    for (;;) {
        s->marks[corner / 3u] = mark;
        count++;
        corner =
            (count & 1u) != 0u ? find_edge(s, front, back, mark) : find_edge(s, back, front, mark);
        if (corner == PELT_NONE)
            return count;
        back = front;
        front = vertex_of(s->part, corner_after(corner_after(corner)));
        if (is_far(s->part, first, front))
            return count;
        if (w != NULL)
            put_corner(w, front);
    }
}

/* Each strip begins with the first triangle that is left, where it becomes the longest. */
static void put_strips(writer *w, const strips *s)
{
    const bool alone = is_faceted(s->part);
    const uint32_t count = s->part->triangle_count;
    uint32_t mark = 0;
    for (uint32_t v = 0; v < s->part->info.vertex_count; v++)
        s->first[v] = PELT_NONE;
    for (uint32_t c = 0; c < 3u * count; c++) {
        const uint32_t vertex = vertex_of(s->part, c);
        s->next[c] = alone ? PELT_NONE : s->first[vertex];
        s->first[vertex] = alone ? PELT_NONE : c;
    }
    for (uint32_t t = 0; t < count; t++)
        s->marks[t] = 0;
    for (uint32_t t = 0; t < count; t++) {
        uint32_t best = 0, longest = 0;
        for (uint32_t c = 3u * t; c < 3u * t + 3u && s->marks[t] != TAKEN; c++) {
            const uint32_t length = follow(s, c, ++mark, NULL);
            if (length > longest) {
                best = c;
                longest = length;
            }
        }
        if (longest != 0u)
            follow(s, best, TAKEN, w);
    }
}

/* Writes a body or its shadow, or counts; false if there is too little room. */
static bool put_body(writer *w, writing pass, const uint8_t *shadow,
                     const pelt_nds_texture *textures, uint32_t texture_count)
{
    uint32_t *const end = w->end;
    pelt_body look;
    body_part part;
    w->pass = pass;
    w->part = &part;
    put(w, HEAD_FIRST);
    for (uint32_t i = 1; i < HEAD_WORDS; i++)
        put(w, i == 1u ? MODE_BOTH : MODE_PROJECTION);
    for (take_parts(&part, &look, w->body); part.body != NULL; pelt_draw_next(&part)) {
        const bool both = (part.flags & PELT_DRAW_TWO_SIDED) != 0u;
        const uint32_t index =
            part.texture.rows != NULL && shadow == NULL ? part.texture_index : texture_count;
        const uint32_t scratch = part.info.vertex_count + 4u * part.triangle_count;
        uint32_t *const start = w->to;
        if (scratch > (uint32_t)(end - start))
            return false;
        strips s = {&part, end - scratch, NULL, NULL};
        s.next = s.first + part.info.vertex_count;
        s.marks = s.next + 3u * part.triangle_count;
        w->texture = index < texture_count ? &textures[index] : NULL;
        w->first_vertex = (uint32_t)(part.vertices - look.vertices);
        w->end = s.first;
        put(w, POLYGON_ATTR | TEXIMAGE_PARAM << 8 | PLTT_BASE << 16 | COLOR << 24);
        put(w, POLYGON_OPAQUE | POLYGON_FRONT | (both ? POLYGON_BACK : 0u));
        put(w, w->texture != NULL ? w->texture->image : 0u);
        put(w, w->texture != NULL ? w->texture->table : 0u);
        put(w, shadow != NULL ? colour_of(shadow[0], shadow[1], shadow[2]) : 0u);
        w->command_count = 4;
        put_strips(w, &s);
        if (!w->full) /* the engine does not read the upper half of COLOR */
            start[PART_WORDS - 1u] |= (uint32_t)(w->to - start) << 16;
        w->end = end;
    }
    return !w->full;
}

/* Where places begin, from where they end. */
static void begin_places(uint16_t *starts, uint32_t count)
{
    for (uint32_t v = count; v > 0u; v--)
        starts[v] = starts[v - 1u];
    starts[0] = 0;
}

pelt_status pelt_nds_body_open(pelt_nds_body *body, pelt_nds_list *list, const pelt_model *model,
                               uint32_t flags, const uint8_t *shadow,
                               const pelt_nds_texture *textures, uint32_t texture_count)
{
    if (body == NULL || list == NULL || list->words == NULL || model == NULL ||
        model->blob == NULL || list->body_words > list->word_most ||
        (textures == NULL && texture_count != 0u) ||
        (flags & ~(PELT_DRAW_TWO_SIDED | PELT_DRAW_UNLIT | PELT_DRAW_PLAIN)) != 0u)
        return PELT_E_ARGUMENT;
    const uint32_t vertices = pelt_vertices_count(model);
    uint32_t *const words = list->words + list->body_words;
    uint32_t room = list->word_most - list->body_words, sum = 0;
    if (pelt_triangles_count(model) > PLACE_MOST / 3u) /* so that counts of corners fit 16 bits */
        return PELT_E_RANGE;
    if (vertices / 2u + 1u > room)
        return PELT_E_ARENA;
    room -= vertices / 2u + 1u;
    body->model = model;
    body->flags = flags;
    body->words = words;
    body->starts = (uint16_t *)(void *)(words + room);
    memset(&body->light, 0xff, sizeof body->light); /* no light is so bright */
    body->shifts = NULL;
    memset(body->shifted, 0, sizeof body->shifted);
    memset(body->starts, 0, 2u * (vertices + 1u));
    writer w = {.body = body, .to = words, .end = words + room};
    if (!put_body(&w, COUNT, NULL, textures, texture_count))
        return PELT_E_ARENA;
    for (uint32_t v = 0; v <= vertices; v++) {
        const uint32_t count = body->starts[v];
        body->starts[v] = (uint16_t)sum;
        sum += count;
    }
    if (sum > room)
        return PELT_E_ARENA;
    room -= sum;
    body->places = words + room;
    memset(body->places, 0, 4u * sum);
    w.to = words;
    w.end = words + room;
    if (!put_body(&w, WRITE_BODY, NULL, textures, texture_count))
        return PELT_E_ARENA;
    begin_places(body->starts, vertices);
    body->shadow = shadow != NULL ? (uint32_t)(w.to - words) : 0u;
    if (shadow != NULL) {
        if (!put_body(&w, WRITE_SHADOW, shadow, NULL, 0))
            return PELT_E_ARENA;
        begin_places(body->starts, vertices);
    }
    if (w.to - words > (ptrdiff_t)PLACE_MOST)
        return PELT_E_RANGE;
    list->word_most = list->body_words + room;
    list->body_words = list->word_count = (uint32_t)(w.to - list->words);
    return PELT_OK;
}

#endif
