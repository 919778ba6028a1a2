/* SPDX-License-Identifier: MIT */
/* Reduces the joints of a scene, the influences of its vertices and its triangles, and adds in-betweens.
 * The bake is compared with the scene after that; the error of reducing is reported here. */
#pragma once

#include "common/diag.h"
#include "scene/scene.h"

/// Triangles /////////////////////////////////////////////////////////////////////////////////////

/* Removes triangles of all meshes together. A vertex goes to the place of a neighbour, and the
 * triangles between them vanish; those that stay are where they were, with all that they had. What
 * goes first moves the surface least, in the rest pose, in morph targets and at some moments of the
 * clips. */
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

/// In-betweens ///////////////////////////////////////////////////////////////////////////////////

/* Adds in-between joints (scene/between.h) to skins, and refits weights to them, so that linear
 * blending comes near dual quaternion skinning. */
typedef struct volume_stats {
    double before;   /* largest distance to dual quaternions over rest and clips, over the size */
    double posed[2]; /* the same over test poses, before and after */
    uint32_t entries, vertices; /* in-betweens, and vertices of other weights */
} volume_stats;

/* `s` has tables of its own, with room for one more mesh per instance; `before` is the same scene.
 * Vertices that are more than `aim`, over the size, away from dual quaternions in rest, clips or
 * test poses get at most `most` new influences. All but `before` of *out is set. */
void volume_fit(volume_stats *out, scene *s, const scene *before, double aim, uint32_t most);

/// All of it /////////////////////////////////////////////////////////////////////////////////////

typedef struct reduce_options {
    uint32_t joints; /* most joints of the blob; 0: any number */
    /* most influences of a vertex, 1 to 4; 0: as many as there are, up to 4 with `joints` */
    uint32_t influences;
    uint32_t triangles; /* most triangles, about; 0: any number */
    uint32_t levels;    /* of detail; 0: one */
    /* how far from dual quaternion skinning vertices may be, over the size; 0: they are blended
     * linearly. The error of the bake, which is in it */
    double volume, error;
} reduce_options;

typedef struct reduce_stats {
    uint32_t joints_before, joints_after;
    uint32_t folded_count;
    uint32_t *folded;         /* nodes, in the order of folding; the scene's */
    uint32_t vertices_fitted; /* vertices that now have fewer or other influences */
    /* The vertex that moved furthest from its place, over rest and clips. */
    /* the largest coordinate of its displacement, as a fraction of the model's size */
    double relative;
    double units; /* the same in glTF units */
    uint32_t node, primitive, vertex;
    uint32_t clip; /* EVAL_REST, or a clip of the scene */
    double time_s;
    simplify_stats triangles;                    /* of `triangles`, after the others */
    simplify_stats levels[SCENE_MAX_LEVELS - 1]; /* of the coarser ones of the scene, after these */
    volume_stats volume;
} reduce_stats;

/* Reduces *s as the options say; without options nothing changes. On failure returns false with a message in
 * `d`, and *s is as it was. */
bool reduce_scene(reduce_stats *stats, scene *s, const reduce_options *options, diag *d);

/* Warns of the error of reducing; prints nothing if the options are not set. */
void reduce_tell(const reduce_stats *stats, const scene *s, const reduce_options *options,
                 const char *file);
