/* SPDX-License-Identifier: MIT */
/* Orders vertices and triangles for programs that keep only a few skinned vertices.
 *
 * Vertices are skinned in groups of half a window. The vertices of each triangle are in the group
 * of its newest one or in the group before, so a ring of the window's size holds them all. A vertex
 * that is needed again later is skinned again: it has several places. */
#pragma once

#include "bake/job/bake_options.h"

typedef struct window_order {
    uint32_t *vertices; /* [count] the vertex at each place, every one at least once; free() it */
    uint32_t count;
} window_order;

/* corners    vertices of elements, three each, below vertex_count: points and lines repeat their
 *            last. Elements of a part change places with each other and then have places for
 *            vertices
 * part_ends  [part_count] elements up to the end of each part
 * window     even, WINDOW_LEAST to WINDOW_MOST
 * The time is that of triangles_order, whatever the window; integers only. */
window_order window_make(uint32_t *corners, const uint32_t *part_ends, uint32_t part_count,
                         uint32_t vertex_count, uint32_t window);
