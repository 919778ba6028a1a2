/* SPDX-License-Identifier: MIT */
/* Removes triangles of all meshes together. A vertex goes to the place of a neighbour, and the
 * triangles between them vanish; those that stay are where they were, with all that they had. What
 * goes first moves the surface least, in the rest pose, in morph targets and at some moments of the
 * clips. */
#pragma once

#include "scene/scene.h"

typedef struct simplify_stats {
    uint64_t before, after; /* triangles; those of a primitive count for each node that draws it */
    /* Distances of the source's vertices from the triangles that are left around those to which
     * they went, at moments of the rest pose and all clips, over the model's size at that moment. */
    double largest, mean;
} simplify_stats;

/* Gives the scene that many levels of detail, 2 to SCENE_MAX_LEVELS, or fewer where no triangles can
 * go: each has about half the triangles of the level before, and some of its vertices. stats: [wanted -
 * 1] of the coarser ones, from the finest. */
void simplify_levels(simplify_stats *stats, scene *s, uint32_t wanted);

/* Leaves about `most` triangles, or more if no more can go: *s then has other meshes, and the
 * others are those of s->whole. Points and lines stay. */
void simplify(simplify_stats *stats, scene *s, uint32_t most);
