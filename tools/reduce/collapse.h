/* SPDX-License-Identifier: MIT */
/* Moves vertices of a surface onto neighbours, what costs least first. */
#pragma once

#include "reduce/surface.h"

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
