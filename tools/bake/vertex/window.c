/* SPDX-License-Identifier: MIT */
/* Builds the order of a window greedily, as triangles.c does: the next triangle is one that shares
 * vertices with the window, has few to skin, and whose vertices have few triangles left, so that
 * none of them has to come back. Triangles that a new vertex completes are taken at once. */
#include "bake/vertex/window.h"

#include <string.h>

#include "bake/vertex/triangles.h"

#define ONE 1024             /* one unit of a score: a vertex to skin */
#define COMPLETE (-16 * ONE) /* triangles without a vertex to skin come before all others */
/* The newest vertices of the window that are examined, and the triangles of one of them, so that
 * large windows and vertices with many triangles take linear time, too. */
#define MOST_SEEN 64u
#define MOST_TRIED 64u
#define NONE UINT32_MAX

typedef struct window {
    uint32_t half;
    corner_lists lists;
    uint32_t *place;    /* [vertex] its latest place, or NONE */
    uint32_t *vertices; /* [count] */
    uint32_t count, capacity;
    uint32_t part_first, part_end; /* elements of the current part */
    bool *taken;                   /* [element] */
    uint32_t *ordered, ordered_count;
} window;

/* Whether a vertex is still in the window once the vertex at `newest` is. */
static bool is_held(const window *w, uint32_t vertex, uint32_t newest)
{
    const uint32_t group = newest / w->half;
    return w->place[vertex] != NONE && w->place[vertex] / w->half + 1u >= group;
}

static uint32_t newest(const window *w)
{
    return w->count == 0u ? 0u : w->count - 1u;
}

static void push(window *w, uint32_t vertex)
{
    w->vertices = diag_grow(w->vertices, w->count, &w->capacity, sizeof *w->vertices);
    w->place[vertex] = w->count;
    w->vertices[w->count++] = vertex;
}

static void take(window *w, uint32_t element)
{
    w->taken[element] = true;
    for (uint32_t k = 0; k < 3u; k++) {
        corners_drop(&w->lists, 3u * element + k);
        w->ordered[w->ordered_count++] = w->place[w->lists.corners[3u * element + k]];
    }
}

static bool is_here(const window *w, uint32_t element)
{
    return element >= w->part_first && element < w->part_end;
}

/* How many of an element's vertices would have to be skinned if it were next. */
static int missing(const window *w, uint32_t element, uint32_t at)
{
    const uint32_t *v = w->lists.corners + 3u * element;
    int count = 0;
    for (uint32_t k = 0; k < 3u; k++) {
        const bool again = (k > 0u && v[k] == v[0]) || (k > 1u && v[k] == v[1]);
        count += !again && !is_held(w, v[k], at);
    }
    return count;
}

/* Takes the elements of a vertex that are complete. */
static void take_complete(window *w, uint32_t vertex)
{
    for (uint32_t k = 0; k < w->lists.left[vertex] && k < MOST_TRIED;) {
        const uint32_t element = w->lists.corner[w->lists.first[vertex] + k] / 3u;
        if (is_here(w, element) && missing(w, element, newest(w)) == 0)
            take(w, element); /* another corner has moved to this place in the list */
        else
            k++;
    }
}

/* Skins the vertices of an element that are missing. Each may begin a group and push others out of
 * the window. As three vertices in a row are in at most two groups, three rounds are enough for all
 * to be held. */
static void place(window *w, uint32_t element)
{
    const uint32_t *v = w->lists.corners + 3u * element;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = 0; k < 3u; k++) {
            if (is_held(w, v[k], newest(w)))
                continue;
            push(w, v[k]);
            again = true;
        }
    }
    take(w, element);
    for (uint32_t k = 0; k < 3u; k++)
        take_complete(w, v[k]);
}

static int score_of(const window *w, uint32_t element)
{
    const int count = missing(w, element, w->count);
    int score = count == 0 ? COMPLETE : count * ONE;
    for (uint32_t k = 0; k < 3u; k++)
        score -= ONE / (int)w->lists.left[w->lists.corners[3u * element + k]];
    return score;
}

/* The element with the least score among those of the window's vertices, of equals the one at the
 * oldest vertex; NONE if none is left. */
static uint32_t best(const window *w)
{
    uint32_t found = NONE;
    int least = 0;
    for (uint32_t at = w->count > MOST_SEEN ? w->count - MOST_SEEN : 0u; at < w->count; at++) {
        const uint32_t vertex = w->vertices[at];
        if (w->place[vertex] != at || !is_held(w, vertex, w->count))
            continue;
        for (uint32_t k = 0; k < w->lists.left[vertex] && k < MOST_TRIED; k++) {
            const uint32_t element = w->lists.corner[w->lists.first[vertex] + k] / 3u;
            const int score = is_here(w, element) ? score_of(w, element) : 0;
            if (is_here(w, element) && (found == NONE || score < least)) {
                found = element;
                least = score;
            }
        }
    }
    return found;
}

static void order_part(window *w, uint32_t first, uint32_t end)
{
    w->part_first = first;
    w->part_end = end;
    for (uint32_t next = first; w->ordered_count < 3u * end;) {
        const uint32_t element = best(w);
        while (element == NONE && w->taken[next])
            next++;
        place(w, element == NONE ? next : element);
    }
}

window_order window_make(uint32_t *corners, const uint32_t *part_ends, uint32_t part_count,
                         uint32_t vertex_count, uint32_t size)
{
    const uint32_t elements = part_count == 0u ? 0u : part_ends[part_count - 1u];
    const uint32_t corner_count = 3u * elements;
    FREED_BY(region_free) region memory = {0};
    window w = {.half = size / 2u,
                .lists = corners_list(&memory, corners, corner_count, vertex_count),
                .place = region_calloc(&memory, vertex_count, sizeof *w.place),
                .taken = region_calloc(&memory, elements, sizeof *w.taken),
                .ordered = region_calloc(&memory, corner_count, sizeof *w.ordered)};
    for (uint32_t v = 0; v < vertex_count; v++)
        w.place[v] = NONE;
    for (uint32_t p = 0; p < part_count; p++)
        order_part(&w, p == 0u ? 0u : part_ends[p - 1u], part_ends[p]);
    for (uint32_t v = 0; v < vertex_count; v++) /* those without elements */
        if (w.place[v] == NONE)
            push(&w, v);
    memcpy(corners, w.ordered, corner_count * sizeof *corners);
    return (window_order){w.vertices, w.count};
}
