/* SPDX-License-Identifier: MIT */
/* A chain: a node with its ancestors, as the channels of one clip move them. Reducing joints and
 * root motion sample it. */
#pragma once

#include "scene/decompose.h"
#include "scene/eval.h"

typedef struct chain {
    const scene *s;
    uint32_t count;
    uint32_t *nodes;                /* outermost first; the last is the node itself */
    uint32_t *place;                /* [node_count] the index of each, of other nodes SCENE_NONE */
    const scene_channel **channels; /* [count][3] of the current clip, by path, or NULL */
    double tolerance; /* of its new keys: relative for lengths and scales, radians for rotations */
} chain;

/* An empty chain with room for any. */
chain chain_open(region *memory, const scene *s);

/* Makes the chain from the first node below `top` (SCENE_NONE: from a root) down to `node`. */
void chain_make(chain *c, uint32_t top, uint32_t node);

/* Finds the channels of a clip; NULL stands for no clip. */
void chain_find_channels(chain *c, const scene_clip *clip);

/* Whether a clip moves the i-th node. */
bool chain_is_moved(const chain *c, uint32_t i);

/* A node's own transform. Returns false if it has only a matrix, *matrix. */
bool chain_trs_at(trs *local, mat34 *matrix, const chain *c, uint32_t i, double time_s);

/* The product of the first `count` nodes' transforms. */
mat34 chain_at(const chain *c, uint32_t count, double time_s);

/* Twice the largest difference of a component, for the nearer sign of two quaternions: about the
 * angle in radians. */
double chain_turn(const double a[4], const double b[4]);

/* A channel through values of one path: locals[count] at times[count], which the channel keeps. */
scene_channel chain_channel(scene *s, uint32_t node, scene_path path,
                            scene_interpolation interpolation, uint32_t count, const double *times,
                            const trs *locals);
