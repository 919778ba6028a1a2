/* SPDX-License-Identifier: MIT */
/* Orders vertices for programs that keep only a window of skinned ones (--window). It goes through the
 * elements of each part in the order for caches (triangles.c), and lists each vertex where an element needs
 * it and the window no longer has it: in this order the program will skin them. */
#include "bake/vertex/records.h"

#define NONE UINT32_MAX

typedef struct window {
    uint32_t half;
    uint32_t *place;    /* [vertex] its latest place, or NONE */
    uint32_t *vertices; /* [count] */
    uint32_t count;
} window;

/* Whether a vertex's latest place is in the group of the newest place, or in the group before it. */
static bool is_held(const window *w, uint32_t vertex)
{
    return w->place[vertex] != NONE && w->place[vertex] / w->half + 1u >= (w->count - 1u) / w->half;
}

static void push(window *w, uint32_t vertex)
{
    w->vertices = diag_grow(w->vertices, w->count, sizeof *w->vertices);
    w->place[vertex] = w->count;
    w->vertices[w->count++] = vertex;
}

/* Skins the vertices of an element that are missing, and gives it their places. Each may begin a group
 * and push others out of the window. As three vertices in a row are in at most two groups, three rounds
 * are enough for all to be held. */
static void take(window *w, uint32_t corners[3])
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = 0; k < 3u; k++) {
            if (is_held(w, corners[k]))
                continue;
            push(w, corners[k]);
            again = true;
        }
    }
    for (uint32_t k = 0; k < 3u; k++)
        corners[k] = w->place[corners[k]];
}

uint32_t *window_make(uint32_t *count, uint32_t *corners, const uint32_t *part_ends,
                      uint32_t part_count, uint32_t vertex_count, uint32_t size)
{
    window w = {.half = size / 2u};
    FREED uint32_t *place = diag_calloc(vertex_count, sizeof *place);
    w.place = place;
    memset(place, 0xFF, vertex_count * sizeof *place); /* NONE */
    for (uint32_t p = 0, first = 0; p < part_count; first = part_ends[p++]) {
        triangles_order(corners + 3u * (size_t)first, part_ends[p] - first);
        for (uint32_t i = first; i < part_ends[p]; i++)
            take(&w, corners + 3u * (size_t)i);
    }
    for (uint32_t v = 0; v < vertex_count; v++) /* those without elements */
        if (place[v] == NONE)
            push(&w, v);
    *count = w.count;
    return w.vertices;
}
