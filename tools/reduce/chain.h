/* SPDX-License-Identifier: MIT */
/* A node with nodes above it, as the channels of one clip move them. */
#ifndef PELT_TOOLS_REDUCE_CHAIN_H
#define PELT_TOOLS_REDUCE_CHAIN_H

#include "scene/decompose.h"
#include "scene/eval.h"

typedef struct chain {
    const scene *s;
    uint32_t count;
    const uint32_t *nodes;          /* outermost first, the last is the one that is looked at */
    const scene_channel **channels; /* [count][3] of the clip at hand, by path, or NULL */
    double tolerance;               /* of its new keys: parts of lengths and scales, radians */
} chain;

/* From the first node below `top` (SCENE_NONE: from a root) down to `node`. Fills nodes[], and
 * place[node] with each one's index. */
void chain_make(chain *c, uint32_t *nodes, uint32_t *place, uint32_t top, uint32_t node);

/* The channels of a clip, or of none: NULL. place: [node_count], a node's index in the chain, or one
 * that is not below its count. */
void chain_find_channels(chain *c, const uint32_t *place, const scene_clip *clip);

/* Whether a clip moves the i-th node. */
bool chain_is_moved(const chain *c, uint32_t i);

/* A node's own transform: false where it is only *matrix. */
bool chain_trs_at(trs *local, mat34 *matrix, const chain *c, uint32_t i, double time_s);

/* Of the first `count` nodes together. */
mat34 chain_at(const chain *c, uint32_t count, double time_s);

/* Twice the largest difference of a component, for the nearer sign of two quaternions: radians. */
double chain_turn(const double a[4], const double b[4]);

/* A channel through values of one path: locals[count] at times[count], which it keeps. */
scene_channel chain_channel(scene *s, uint32_t node, scene_path path,
                            scene_interpolation interpolation, uint32_t count, const double *times,
                            const trs *locals);

#endif
