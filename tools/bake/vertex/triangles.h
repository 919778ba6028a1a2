/* SPDX-License-Identifier: MIT */
/* Orders triangles so that those that share vertices are near each other. */
#pragma once

#include <stdint.h>

#include "common/region.h"

/* Reorders whole triangles so that those that share vertices follow each other. Each triangle keeps
 * its corners and their order. indices: [3 * triangle_count]. If the given order is as good, it
 * stays. The time is that of sorting the indices; all arithmetic is in integers. */
void triangles_order(uint32_t *indices, uint32_t triangle_count);

/* The number of vertices that a first-in, first-out cache of `size` vertices must fetch. Indices
 * are below vertex_count. */
uint32_t triangles_misses(const uint32_t *indices, uint32_t triangle_count, uint32_t vertex_count,
                          uint32_t cache);

/* The elements that are left at each vertex. */
typedef struct corner_lists {
    const uint32_t *corners; /* [corner_count] vertices of the elements, three each */
    uint32_t *first,
        *left;        /* [vertex_count] its remaining corners are corner[first] and following */
    uint32_t *corner; /* corners of all vertices: 3 * element + 0, 1, 2 */
    uint32_t *slot;   /* [corner_count] index of the corner in `corner` */
} corner_lists;

corner_lists corners_list(region *memory, const uint32_t *corners, uint32_t corner_count,
                          uint32_t vertex_count);
void corners_drop(corner_lists *lists, uint32_t corner);
