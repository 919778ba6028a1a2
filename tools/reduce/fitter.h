/* SPDX-License-Identifier: MIT */
/* Fits weights of fewer or of other joints that keep a vertex where it was, at every sampled
 * moment. Reducing joints and the baker's limit of four influences use it. */
#pragma once

#include "common/region.h"
#include "pelt.h"
#include "reduce/samples.h"

#define FIT_MOST_CANDIDATES 8u /* the heaviest ones; all sets of up to four of them are tried */

typedef struct influence {
    uint32_t joint; /* index in a skin */
    double weight;
} influence;

/* Collects the positive weights of a vertex, each joint once, the heaviest first, then by joint;
 * returns their number. pairs[SCENE_MAX_INFLUENCES] */
uint32_t influences_collect(influence *pairs, const scene_primitive *source, uint32_t vertex);
void influences_sort(influence *pairs, uint32_t count);

/* Adds to the weight of a joint, which is appended if it is not there. */
void influences_add(influence *pairs, uint32_t *count, uint32_t joint, double weight);
double influences_sum(const influence *pairs, uint32_t count);

/* Scales weights to the sum one. */
void influences_scale(influence *out, const influence *pairs, uint32_t count);

/* The data with which the vertices of one drawn primitive are fitted. */
typedef struct fitter {
    const scene_samples *samples;
    const scene_primitive *primitive;
    uint32_t node; /* the node that draws it */
    const scene_skin *before;
    uint32_t joint_count[2];
    /* [moments][joint_count]: [0] gives the old places of vertices, [1] the matrices that move
     * them afterwards; both are the same if the skin stays. */
    mat34 *palettes[2];
    double (*points)[3]; /* [moments] of the current vertex, morphed, before skinning */
    double (*were)[3];   /* [moments] places of the current vertex before */
    double (*off)[3];    /* [candidates][moments], as fractions of the model's sizes */
    region memory;       /* holds all arrays; region_free releases them */
} fitter;

/* `after` is the skin of the fitted weights, `before` that of the sampled scene. */
void fitter_open(fitter *out, const scene_samples *samples, const scene_skin *before,
                 const scene_skin *after, const scene_primitive *primitive, uint32_t node);

/* Sets the vertex to fit, and its influences in `before`, at least one. */
void fitter_begin(fitter *f, uint32_t vertex, const influence *were, uint32_t count);

/* The largest error of a coordinate of the vertex with these influences of `after`, scaled to
 * the sum one, over all moments, as a fraction of the model's size. At most FIT_MOST_CANDIDATES.
 * samples: the fitter's, or others with the number of the first moments that count, and sizes. */
double fitter_off(fitter *f, const scene_samples *samples, const influence *pairs, uint32_t count);

/* The largest turn of the vertex's normal and tangent, over all moments, if some influences of
 * `before` are replaced by others of `before`: its sine, or 2 for 60 degrees and more. */
double fitter_turn(const fitter *f, uint32_t vertex, const influence *were, uint32_t were_count,
                   const influence *are, uint32_t count);

/* Chooses from the candidates, joints of `after`, at most `most`, with weights > 0 that sum to one,
 * the heaviest first: out[PELT_MAX_INFLUENCES]; returns their number. The candidates' weights are
 * kept as far as the moments do not distinguish them. *off is the result of fitter_off. */
uint32_t fitter_fit(influence *out, double *off, fitter *f, const influence *candidates,
                    uint32_t count, uint32_t most);
