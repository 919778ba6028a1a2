/* SPDX-License-Identifier: MIT */
/* The order of triangles. */
#ifndef PELT_TOOLS_BAKE_VERTEX_TRIANGLES_H
#define PELT_TOOLS_BAKE_VERTEX_TRIANGLES_H

#include <stdint.h>

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

#endif
