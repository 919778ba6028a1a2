/* SPDX-License-Identifier: MIT */
/*
 * A scene -> the same with fewer joints, and vertices with fewer influences. What is baked from it
 * is judged by it; what it lost is told here.
 */
#ifndef PELT_TOOLS_REDUCE_H
#define PELT_TOOLS_REDUCE_H

#include "common/diag.h"
#include "scene/scene.h"

typedef struct reduce_options {
    uint32_t joints;     /* at most, of the blob to come; 0: all */
    uint32_t influences; /* of a vertex at most, 1 to 4; 0: what there are, up to 4 with `joints` */
} reduce_options;

typedef struct reduce_stats {
    uint32_t joints_before, joints_after;
    uint32_t folded_count;
    uint32_t *folded;         /* nodes, in the order in which they went */
    uint32_t vertices_fitted; /* with fewer or other influences */
    /* The vertex farthest from where it was, over rest and clips. */
    double relative; /* largest coordinate of the way, part of the model's size */
    double units;    /* the same in glTF units */
    uint32_t node, primitive, vertex;
    uint32_t clip; /* EVAL_REST, or of the scene */
    double time_s;
} reduce_stats;

/*
 * Reduces *s as the options say; without any nothing changes. True, and reduce_stats_free gives the
 * statistics back; on failure false, `d` says why, and *s is as it was.
 */
bool reduce_scene(reduce_stats *stats, scene *s, const reduce_options *options, diag *d);
void reduce_stats_free(reduce_stats *stats);

/* Warns of what was lost; says nothing where nothing was asked for. */
void reduce_tell(const reduce_stats *stats, const scene *s, const reduce_options *options,
                 const char *file);

#endif
