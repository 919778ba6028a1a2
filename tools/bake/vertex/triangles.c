/* SPDX-License-Identifier: MIT */
/* Orders triangles after T. Forsyth, "Linear-Speed Vertex Cache Optimisation" (2006): the next
 * triangle is the one whose vertices have the highest score. A vertex scores high if it was used
 * recently, with those of the last triangle a little lower so that the order does not run away in a
 * strip, and if it has few triangles left, so that none stays behind. Scores are integers, which
 * makes the order the same on every host. They are linear in the place in the cache and inverse in
 * the number of triangles left; on our models that does as well as the powers of the paper. */
#include "bake/vertex/records.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"

#define CACHE 32u
#define SCORE_NEWEST 768u /* of 1024 */
#define SCORE_LONELY 2048u
#define MOST_TRIED 64u   /* triangles of a vertex, so that one with many takes linear time, too */
#define JUDGED_CACHE 16u /* the new order must have fewer misses in a queue of so many vertices */
#define NONE UINT32_MAX

/* The triangles that are left at each vertex. */
typedef struct corner_lists {
    const uint32_t *corners; /* [corner_count] vertices of the triangles, three each */
    uint32_t *first,
        *left;        /* [vertex_count] `left` corners of a vertex remain, from corner[first] on */
    uint32_t *corner; /* corners of all vertices: 3 * triangle + 0, 1, 2 */
    uint32_t *slot;   /* [corner_count] index of the corner in `corner` */
} corner_lists;

typedef struct triangle_order {
    corner_lists lists;
    uint32_t *score;                          /* [vertex] */
    bool *taken;                              /* [triangle] */
    uint32_t recent[CACHE + 3], recent_count; /* vertices, the newest first */
} triangle_order;

uint32_t triangles_misses(const uint32_t *indices, uint32_t triangle_count, uint32_t vertex_count,
                          uint32_t cache)
{
    uint32_t misses = 0;
    /* The ordinal of each vertex's last fetch, from 1. */
    FREED uint32_t *fetched = diag_calloc(vertex_count + 1u, sizeof *fetched);
    for (uint32_t i = 0; i < 3u * triangle_count; i++)
        if (fetched[indices[i]] == 0u || misses - fetched[indices[i]] >= cache)
            fetched[indices[i]] = ++misses;
    return misses;
}

static corner_lists corners_list(region *memory, const uint32_t *corners, uint32_t corner_count,
                                 uint32_t vertex_count)
{
    corner_lists l = {.corners = corners,
                      .first = region_calloc(memory, vertex_count, sizeof *l.first),
                      .left = region_calloc(memory, vertex_count, sizeof *l.left),
                      .corner = region_calloc(memory, corner_count, sizeof *l.corner),
                      .slot = region_calloc(memory, corner_count, sizeof *l.slot)};
    for (uint32_t c = 0; c < corner_count; c++)
        l.left[corners[c]]++;
    for (uint32_t v = 0, sum = 0; v < vertex_count; sum += l.left[v], v++)
        l.first[v] = sum;
    memset(l.left, 0, vertex_count * sizeof *l.left);
    for (uint32_t c = 0; c < corner_count; c++) {
        const uint32_t vertex = corners[c];
        l.slot[c] = l.first[vertex] + l.left[vertex]++;
        l.corner[l.slot[c]] = c;
    }
    return l;
}

/* The last corner in the list of its vertex takes the place of corner c. */
static void corners_drop(corner_lists *l, uint32_t c)
{
    const uint32_t vertex = l->corners[c];
    const uint32_t last = l->corner[l->first[vertex] + --l->left[vertex]];
    l->corner[l->slot[c]] = last;
    l->slot[last] = l->slot[c];
}

static uint32_t score_of(const triangle_order *o, uint32_t vertex, uint32_t place)
{
    if (o->lists.left[vertex] == 0u)
        return 0;
    const uint32_t recent = place < 3u      ? SCORE_NEWEST
                            : place < CACHE ? 1024u * (CACHE - place) / (CACHE - 3u)
                                            : 0u;
    return recent + SCORE_LONELY / o->lists.left[vertex];
}

/* Moves a triangle's vertices to the front of the cache and drops its corners from the lists. */
static void take(triangle_order *o, uint32_t triangle)
{
    uint32_t recent[CACHE + 3], count = 0;
    o->taken[triangle] = true;
    for (uint32_t k = 0; k < 3u; k++) {
        const uint32_t vertex = o->lists.corners[3u * triangle + k];
        corners_drop(&o->lists, 3u * triangle + k);
        if (k == 0u || (vertex != recent[0] && (count < 2u || vertex != recent[1])))
            recent[count++] = vertex;
    }
    const uint32_t fresh = count;
    for (uint32_t i = 0; i < o->recent_count; i++) {
        bool again = false;
        for (uint32_t k = 0; k < fresh; k++)
            again |= o->recent[i] == recent[k];
        if (!again)
            recent[count++] = o->recent[i];
    }
    for (uint32_t i = 0; i < count; i++)
        o->score[recent[i]] = score_of(o, recent[i], i);
    o->recent_count = count < CACHE ? count : CACHE;
    memcpy(o->recent, recent, o->recent_count * sizeof *recent);
}

/* The best triangle of a vertex in the cache, the first of equals; NONE if none is left. */
static uint32_t best(const triangle_order *o)
{
    uint32_t found = NONE, most = 0;
    for (uint32_t i = 0; i < o->recent_count; i++) {
        const uint32_t *corner = o->lists.corner + o->lists.first[o->recent[i]];
        const uint32_t left = o->lists.left[o->recent[i]];
        for (uint32_t k = 0; k < left && k < MOST_TRIED; k++) {
            const uint32_t triangle = corner[k] / 3u;
            const uint32_t *v = o->lists.corners + 3u * triangle;
            const uint32_t score = o->score[v[0]] + o->score[v[1]] + o->score[v[2]];
            if (score > most || (score == most && triangle < found)) {
                most = score;
                found = triangle;
            }
        }
    }
    return found;
}

COMPARE_BY(compare_words, uint32_t, 1)

/* Numbers the vertices that are used and returns their count, so that the time for a part of a
 * large mesh depends on its triangles only. */
static uint32_t number_vertices(uint32_t *numbers, region *memory, const uint32_t *indices,
                                uint32_t count)
{
    uint32_t *used = region_calloc(memory, count, sizeof *used), used_count = 0;
    memcpy(used, indices, count * sizeof *used);
    qsort(used, count, sizeof *used, compare_words);
    for (uint32_t i = 0; i < count; i++)
        if (used_count == 0u || used[used_count - 1u] != used[i])
            used[used_count++] = used[i];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *at = bsearch(&indices[i], used, used_count, sizeof *used, compare_words);
        numbers[i] = (uint32_t)(at - used);
    }
    return used_count;
}

void triangles_order(uint32_t *indices, uint32_t triangle_count)
{
    FREED_BY(region_free) region memory = {0};
    const uint32_t corner_count = 3u * triangle_count;
    uint32_t *numbers = region_calloc(&memory, corner_count, sizeof *numbers);
    const uint32_t vertex_count = number_vertices(numbers, &memory, indices, corner_count);
    triangle_order o = {.lists = corners_list(&memory, numbers, corner_count, vertex_count),
                        .score = region_calloc(&memory, vertex_count, sizeof *o.score),
                        .taken = region_calloc(&memory, triangle_count, sizeof *o.taken)};
    uint32_t *ordered = region_calloc(&memory, corner_count, sizeof *ordered);
    uint32_t *numbered = region_calloc(&memory, corner_count, sizeof *numbered);
    for (uint32_t v = 0; v < vertex_count; v++)
        o.score[v] = score_of(&o, v, CACHE);
    for (uint32_t i = 0, next = 0; i < triangle_count; i++) {
        uint32_t triangle = best(&o);
        while (triangle == NONE && o.taken[next])
            next++;
        triangle = triangle == NONE ? next : triangle;
        memcpy(ordered + 3u * i, indices + 3u * triangle, 3u * sizeof *ordered);
        memcpy(numbered + 3u * i, numbers + 3u * triangle, 3u * sizeof *numbered);
        take(&o, triangle);
    }
    if (triangles_misses(numbered, triangle_count, vertex_count, JUDGED_CACHE) <
        triangles_misses(numbers, triangle_count, vertex_count, JUDGED_CACHE))
        memcpy(indices, ordered, corner_count * sizeof *ordered);
}
