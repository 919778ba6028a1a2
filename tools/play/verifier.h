/* SPDX-License-Identifier: MIT */
/* A baked scene against the double-precision reference, moment by moment and vertex by vertex. */
#ifndef PELT_TOOLS_PLAY_VERIFIER_H
#define PELT_TOOLS_PLAY_VERIFIER_H

#include "blob/source_map.h"
#include "play/play.h"
#include "scene/scene.h"

/*
 * Errors are of a coordinate; the relative ones are fractions of the model's size in the
 * reference's pose: the diagonal of its bounding box, or a 16th of its largest coordinate if more.
 */
typedef struct verify_result {
    double max_rel;
    double p99_rel;   /* 99 % of all vertices at all moments are no worse; to 1 % of itself */
    double max_units; /* glTF units */
    /* where max_rel is */
    uint32_t node, primitive, vertex;
    double time_s;
} verify_result;

/* What is needed to compare, for all clips; verify_close gives it back. NULL: `d` says why. The
 * scene and the play stay the caller's. */
typedef struct verifier verifier;
verifier *verify_open(play *p, const source_map *map, const scene *s, diag *d);
void verify_close(verifier *v);

/* From now on another blob, whose vertices are in the same places. */
void verify_switch(verifier *v, play *p);

/*
 * Plays a clip, or PLAY_REST, at several moments. Rotations that are not of unit length may be used
 * as stored or normalised: glTF leaves that open, and the nearer reference counts.
 *
 * samples: as of scene_moments
 */
bool verify_clip(verify_result *out, verifier *v, int clip, uint32_t samples, diag *d);

/*
 * Likewise at count >= 1 given moments, without p99_rel, until max_rel is above `enough`. by_node,
 * if not NULL: [node_count], the largest error of the vertices that a node moves itself. The nearer
 * reference is that of all moments together.
 */
bool verify_moments(verify_result *out, verifier *v, int clip, const double *times, uint32_t count,
                    double enough, double *by_node, diag *d);

/* How far each stored vertex is off at one moment, as a part of the model's size: [mesh][vertex]. */
bool verify_vertices(float *const *errors, verifier *v, int clip, double time_s, diag *d);

#endif
