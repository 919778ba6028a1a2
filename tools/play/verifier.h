/* SPDX-License-Identifier: MIT */
/* Compares a baked scene with the double-precision reference, moment by moment and vertex by
 * vertex. */
#pragma once

#include "blob/source_map.h"
#include "play/play.h"
#include "scene/scene.h"

/* Errors of coordinates. Relative errors are fractions of the model's size in the reference's pose:
 * the diagonal of its bounding box, or 1/16 of its largest coordinate if that is larger. */
typedef struct verify_result {
    double max_rel;
    double p99_rel;   /* the 99th percentile over all vertices at all moments, to 1 % of itself */
    double max_units; /* glTF units */
    /* The vertex that has max_rel. */
    uint32_t node, primitive, vertex;
    uint32_t at; /* the vertex's index in the scene, which may have lost others */
    double time_s;
} verify_result;

/* Prepares comparisons of all clips. Returns NULL on failure, with a message in `d`; else verify_close
 * releases the result. The scene and the play stay the caller's and must outlive it. */
typedef struct verifier verifier;
verifier *verify_open(play *p, const source_map *map, const scene *s, diag *d);
void verify_close(verifier *v);

/* Sets what later comparisons are made with. linearly: linear blending of the scene's own weights; else, as
 * after verify_open, dual quaternion skinning where the scene has weights for it. */
void verify_linearly(verifier *v, bool linearly);

/* Continues with another blob whose vertices are in the same places. */
void verify_switch(verifier *v, play *p);

/* Plays a clip, or PLAY_REST, at several moments and measures the errors. glTF leaves open whether
 * rotations that are not of unit length are used as stored or normalised, so the nearer reference
 * counts.
 *
 * samples: as of scene_moments */
bool verify_clip(verify_result *out, verifier *v, int clip, uint32_t samples, diag *d);

/* The same at count >= 1 given moments, without p99_rel, until max_rel exceeds `enough`. The nearer
 * reference is chosen once for all moments. */
bool verify_moments(verify_result *out, verifier *v, int clip, const double *times, uint32_t count,
                    double enough, diag *d);

/* The error of each stored vertex at one moment, as a fraction of the model's size:
 * [mesh][vertex]. */
bool verify_vertices(float *const *errors, verifier *v, int clip, double time_s, diag *d);
