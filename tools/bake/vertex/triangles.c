/* SPDX-License-Identifier: MIT */
/*
 * After T. Forsyth, "Linear-Speed Vertex Cache Optimisation" (2006): the next triangle is the one
 * whose vertices score most. A vertex scores for having been used lately, the last triangle's a bit
 * less so that the order does not run away in a strip, and for having few triangles left, so that
 * none stays behind. Scores are integers, which makes the order the same on every host; a place in
 * the cache counts linearly and the triangles left inversely, which on our models does as well as
 * the powers of the paper.
 */
#include "bake/vertex/triangles.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"

#define CACHE 32u
#define SCORE_NEWEST 768u /* of 1024 */
#define SCORE_LONELY 2048u
#define MOST_TRIED 64u /* triangles of one vertex, so that hubs take linear time too */
#define JUDGED_CACHE 16u
#define NONE UINT32_MAX

typedef struct triangle_order {
    const uint32_t *indices;
    uint32_t *first, *left; /* [vertex] its corners that are left: corner[first...] */
    uint32_t *corner;       /* of all vertices: 3 * triangle + 0, 1, 2 */
    uint32_t *slot;         /* [3 * triangle + 0, 1, 2] where that is in `corner` */
    uint32_t *score;        /* [vertex] */
    bool *taken;            /* [triangle] */
    uint32_t recent[CACHE + 3], recent_count; /* vertices, the newest first */
} triangle_order;

uint32_t triangles_misses(const uint32_t *indices, uint32_t triangle_count, uint32_t vertex_count,
                          uint32_t cache)
{
    uint32_t misses = 0;
    uint32_t *fetched =
        diag_calloc(vertex_count + 1u, sizeof *fetched); /* the how manieth, from 1 */
    for (uint32_t i = 0; i < 3u * triangle_count; i++)
        if (fetched[indices[i]] == 0u || misses - fetched[indices[i]] >= cache)
            fetched[indices[i]] = ++misses;
    free(fetched);
    return misses;
}

static void list_corners(triangle_order *o, uint32_t corner_count, uint32_t vertex_count)
{
    for (uint32_t c = 0; c < corner_count; c++)
        o->left[o->indices[c]]++;
    for (uint32_t v = 0, sum = 0; v < vertex_count; sum += o->left[v], v++)
        o->first[v] = sum;
    memset(o->left, 0, vertex_count * sizeof *o->left);
    for (uint32_t c = 0; c < corner_count; c++) {
        const uint32_t vertex = o->indices[c];
        o->slot[c] = o->first[vertex] + o->left[vertex]++;
        o->corner[o->slot[c]] = c;
    }
}

/* The last of its vertex's list takes its place. */
static void drop_corner(triangle_order *o, uint32_t c)
{
    const uint32_t vertex = o->indices[c];
    const uint32_t last = o->corner[o->first[vertex] + --o->left[vertex]];
    o->corner[o->slot[c]] = last;
    o->slot[last] = o->slot[c];
}

static uint32_t score_of(const triangle_order *o, uint32_t vertex, uint32_t place)
{
    if (o->left[vertex] == 0u)
        return 0;
    const uint32_t recent = place < 3u      ? SCORE_NEWEST
                            : place < CACHE ? 1024u * (CACHE - place) / (CACHE - 3u)
                                            : 0u;
    return recent + SCORE_LONELY / o->left[vertex];
}

/* A triangle's vertices to the front of the cache, and out of the lists. */
static void take(triangle_order *o, uint32_t triangle)
{
    uint32_t recent[CACHE + 3], count = 0;
    o->taken[triangle] = true;
    for (uint32_t k = 0; k < 3u; k++) {
        const uint32_t vertex = o->indices[3u * triangle + k];
        drop_corner(o, 3u * triangle + k);
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

/* The best triangle of a vertex of the cache, the first of equals; NONE where none is left. */
static uint32_t best(const triangle_order *o)
{
    uint32_t found = NONE, most = 0;
    for (uint32_t i = 0; i < o->recent_count; i++) {
        const uint32_t *corner = o->corner + o->first[o->recent[i]];
        const uint32_t left = o->left[o->recent[i]];
        for (uint32_t k = 0; k < left && k < MOST_TRIED; k++) {
            const uint32_t triangle = corner[k] / 3u;
            const uint32_t *v = o->indices + 3u * triangle;
            const uint32_t score = o->score[v[0]] + o->score[v[1]] + o->score[v[2]];
            if (score > most || (score == most && triangle < found)) {
                most = score;
                found = triangle;
            }
        }
    }
    return found;
}

static int compare_words(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Numbers of the vertices among those that are used, whose count it returns: a part of a large mesh
 * takes no more time than it has triangles. */
static uint32_t number_vertices(uint32_t *numbers, const uint32_t *indices, uint32_t count)
{
    uint32_t *used = diag_calloc(count + 1u, sizeof *used), used_count = 0;
    memcpy(used, indices, count * sizeof *used);
    qsort(used, count, sizeof *used, compare_words);
    for (uint32_t i = 0; i < count; i++)
        if (used_count == 0u || used[used_count - 1u] != used[i])
            used[used_count++] = used[i];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *at = bsearch(&indices[i], used, used_count, sizeof *used, compare_words);
        numbers[i] = (uint32_t)(at - used);
    }
    free(used);
    return used_count;
}

void triangles_order(uint32_t *indices, uint32_t triangle_count)
{
    const uint32_t corner_count = 3u * triangle_count;
    uint32_t *numbers = diag_calloc(corner_count + 1u, sizeof *numbers);
    const uint32_t vertex_count = number_vertices(numbers, indices, corner_count);
    triangle_order o = {.indices = numbers,
                        .first = diag_calloc(vertex_count + 1u, sizeof *o.first),
                        .left = diag_calloc(vertex_count + 1u, sizeof *o.left),
                        .corner = diag_calloc(corner_count + 1u, sizeof *o.corner),
                        .slot = diag_calloc(corner_count + 1u, sizeof *o.slot),
                        .score = diag_calloc(vertex_count + 1u, sizeof *o.score),
                        .taken = diag_calloc(triangle_count + 1u, sizeof *o.taken)};
    uint32_t *ordered = diag_calloc(corner_count + 1u, sizeof *ordered);
    uint32_t *numbered = diag_calloc(corner_count + 1u, sizeof *numbered);
    list_corners(&o, corner_count, vertex_count);
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
    free(o.first);
    free(o.left);
    free(o.corner);
    free(o.slot);
    free(o.score);
    free(o.taken);
    free(ordered);
    free(numbered);
    free(numbers);
}
