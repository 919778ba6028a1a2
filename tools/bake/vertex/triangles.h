/* SPDX-License-Identifier: MIT */
/* Orders triangles so that those that share vertices are near each other. */
#pragma once

#include <stdint.h>

/* Reorders whole triangles so that those that share vertices follow each other. Each triangle keeps
 * its corners and their order. indices: [3 * triangle_count]. If the given order is as good, it
 * stays. The time is that of sorting the indices; all arithmetic is in integers. */
void triangles_order(uint32_t *indices, uint32_t triangle_count);

/* The number of vertices that a first-in, first-out cache of `size` vertices must fetch. Indices
 * are below vertex_count. */
uint32_t triangles_misses(const uint32_t *indices, uint32_t triangle_count, uint32_t vertex_count,
                          uint32_t cache);
