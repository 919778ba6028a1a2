/* SPDX-License-Identifier: MIT */
/* Weights of fewer or other joints that keep a vertex where it was, at every sampled moment. */
#ifndef PELT_TOOLS_REDUCE_FITTER_H
#define PELT_TOOLS_REDUCE_FITTER_H

#include "common/region.h"
#include "pelt.h"
#include "reduce/samples.h"

#define FIT_MOST_CANDIDATES 8u /* the heaviest; all sets of up to four of them are tried */

typedef struct influence {
    uint32_t joint; /* of a skin */
    double weight;
} influence;

/* Positive weights of a vertex, each joint once, heaviest first, then by joint; returns their
 * number. pairs[SCENE_MAX_INFLUENCES] */
uint32_t influences_collect(influence *pairs, const scene_primitive *source, uint32_t vertex);
void influences_sort(influence *pairs, uint32_t count);
double influences_sum(const influence *pairs, uint32_t count);

/* To the sum one. */
void influences_scale(influence *out, const influence *pairs, uint32_t count);

/* What vertices of one drawn primitive are fitted with. */
typedef struct fitter {
    const scene_samples *samples;
    const scene_primitive *primitive;
    uint32_t node; /* that draws it */
    uint32_t joint_count[2];
    mat34 *palettes[2];  /* [moments][joint_count]: where vertices were, and what moves them
                                   afterwards; [0] again where the skin stays as it is */
    double (*points)[3]; /* [moments] of the vertex at hand, as morphed */
    double (*were)[3];   /* [moments] of the vertex at hand */
    double (*off)[3];    /* [candidates][moments], in the model's sizes */
    region memory;       /* of all of these */
} fitter;

/* `after` is the skin that the weights shall be of, `before` that of the scene sampled. */
void fitter_open(fitter *out, const scene_samples *samples, const scene_skin *before,
                 const scene_skin *after, const scene_primitive *primitive, uint32_t node);
void fitter_close(fitter *f);

/* The vertex to fit, and its influences in `before`: at least one. */
void fitter_begin(fitter *f, uint32_t vertex, const influence *were, uint32_t count);

/* How far a coordinate of the vertex is off with these influences of `after`, scaled to the sum one,
 * at the worst moment, as a part of the model's size. At most FIT_MOST_CANDIDATES. */
double fitter_off(fitter *f, const influence *pairs, uint32_t count);

/* How far the vertex's normal and tangent turn at the worst moment if influences of `before` become
 * others of `before`: the sine; 2 where it is 60 degrees or more. */
double fitter_turn(const fitter *f, uint32_t vertex, const influence *were, uint32_t were_count,
                   const influence *are, uint32_t count);

/*
 * Of the candidates, joints of `after`, at most `most` with weights > 0 that sum to one, heaviest
 * first: out[PELT_MAX_INFLUENCES]; returns their number. Their weights are what is taken where the
 * moments do not tell candidates apart. *off is as of fitter_off.
 */
uint32_t fitter_fit(influence *out, double *off, fitter *f, const influence *candidates,
                    uint32_t count, uint32_t most);

#endif
