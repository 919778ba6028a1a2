/* SPDX-License-Identifier: MIT */
/* Moves vertices of a surface onto neighbours, what costs least first. */
#pragma once

#include "common/region.h"
#include "scene/scene.h"

/// Surfaces //////////////////////////////////////////////////////////////////////////////////////

/* Triangles whose corners are vertices, several of which may be at one point. */
typedef struct surface {
    uint32_t vertex_count, triangle_count;
    uint32_t (*triangles)[3]; /* corner 0 is SCENE_NONE if the triangle was removed */
    uint32_t *points;         /* [vertex_count] the lowest vertex at the same place */
    /* The triangles around point p: around[first[p]] and following, before first[p + 1]. */
    uint32_t *first, *around;
} surface;

static inline bool surface_has(const surface *s, uint32_t triangle)
{
    return s->triangles[triangle][0] != SCENE_NONE;
}

/* Whether a corner of triangle t is at a point. */
static inline bool surface_corner(const surface *s, const uint32_t t[3], uint32_t point)
{
    return s->points[t[0]] == point || s->points[t[1]] == point || s->points[t[2]] == point;
}

/* Allocates what surface_find_around fills, which is to be called after each change. Triangles with
 * two corners at one point are removed. */
void surface_open(surface *s, region *memory);
void surface_find_around(surface *s);

/* The number of triangles that have both points. */
uint32_t surface_shared(const surface *s, uint32_t a, uint32_t b);

/* The squared distance of a place from a triangle; share: of each corner in the nearest place. */
double surface_nearest(double share[3], const double at[3], const double a[3], const double b[3],
                       const double c[3]);

/// Collapses /////////////////////////////////////////////////////////////////////////////////////

enum { LOOKS = 8 };

/* The sum of squared distances from planes, weighted by area, at x y z: of xx, xy, xz, yy, yz, zz,
 * x, y, z and 1. */
typedef struct quadric {
    double of[10];
} quadric;

/* A primitive of triangles. The first of the nodes that draw it poses it. */
typedef struct piece {
    const scene_instance *instance;
    const scene_primitive *source;
    uint32_t first, copies; /* its first vertex; nodes that draw it */
    uint32_t left;          /* triangles */
} piece;

typedef struct simplifier {
    const scene *s;
    region memory;
    piece *pieces;
    uint32_t piece_count, pose_count;
    surface now;            /* its vertices are those of all pieces */
    uint32_t *into;         /* [vertices] the vertex that took its place, or itself */
    uint32_t *pieces_of;    /* [vertices] */
    double (**places)[3];   /* [pose_count][vertices], the rest pose first */
    double (*looks)[LOOKS]; /* [vertices] normal, colour and texture coordinates, as lengths */
    quadric **quadrics;     /* [pose_count][vertices], of points */
    double *areas;          /* [vertices] of the planes of points, at rest */
    double size;            /* of the rest pose */
    uint64_t left;          /* triangles, for each node that draws them */
} simplifier;

/* Collapses until at most `most` triangles are left, or no more can go. */
void collapse_all(simplifier *m, uint32_t most);
