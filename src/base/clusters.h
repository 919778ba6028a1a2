/* SPDX-License-Identifier: MIT */
/* Reads the indices of triangles in clusters. */
#ifndef PELT_CLUSTERS_H
#define PELT_CLUSTERS_H

#include "pelt.h"

/* The windows of a triangle's cluster. */
static inline const int16_t *clusters_bases(const pelt_clusters *c, uint32_t triangle)
{
    return c->bases[c->groups[triangle >> c->shift]];
}

/* The vertex that a corner's byte stands for. */
static inline uint32_t clusters_vertex(const int16_t *bases, uint32_t corner)
{
    return (uint32_t)((int32_t)corner + bases[corner >> 4]);
}

/* The vertices of a triangle. */
static inline void clusters_triangle(uint32_t vertices[3], const pelt_clusters *c,
                                     uint32_t triangle)
{
    const int16_t *bases = clusters_bases(c, triangle);
    const uint8_t *corners = c->corners + 3u * triangle;

    vertices[0] = clusters_vertex(bases, corners[0]);
    vertices[1] = clusters_vertex(bases, corners[1]);
    vertices[2] = clusters_vertex(bases, corners[2]);
}

#endif
