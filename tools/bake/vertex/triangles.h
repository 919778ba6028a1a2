/* SPDX-License-Identifier: MIT */
/* The order of triangles. */
#ifndef PELT_TOOLS_BAKE_VERTEX_TRIANGLES_H
#define PELT_TOOLS_BAKE_VERTEX_TRIANGLES_H

#include <stdint.h>

#include "common/region.h"

/*
 * Reorders whole triangles so that those that share vertices follow each other; each keeps its
 * corners and their order. indices: [3 * triangle_count]. Where the order that they have is as good,
 * it stays. The time is that of sorting the indices; integers only.
 */
void triangles_order(uint32_t *indices, uint32_t triangle_count);

/* How many vertices a cache of so many, the oldest of which leaves, must fetch. Indices are below
 * vertex_count. */
uint32_t triangles_misses(const uint32_t *indices, uint32_t triangle_count, uint32_t vertex_count,
                          uint32_t cache);

/* Which elements are left at each vertex. */
typedef struct corner_lists {
    const uint32_t *corners; /* [corner_count] vertices of elements, three each */
    uint32_t *first, *left;  /* [vertex_count] its corners that are left: corner[first...] */
    uint32_t *corner;        /* of all vertices: 3 * element + 0, 1, 2 */
    uint32_t *slot;          /* [corner_count] where that is in `corner` */
} corner_lists;

corner_lists corners_list(region *memory, const uint32_t *corners, uint32_t corner_count,
                          uint32_t vertex_count);
void corners_drop(corner_lists *lists, uint32_t corner);

#endif
