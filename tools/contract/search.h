/* SPDX-License-Identifier: MIT */
/* What contract.c and search.c share: the search for how much of E the tracks of each clip may spend. */
#ifndef PELT_TOOLS_CONTRACT_SEARCH_H
#define PELT_TOOLS_CONTRACT_SEARCH_H

#include "bake/baking.h"
#include "play/verifier.h"

/* Tracks may spend E * 2^((level - SEARCH_UNITY) / SEARCH_LEVELS), at level 0 nothing. */
#define SEARCH_LEVELS 8 /* in an octave */
#define SEARCH_UNITY 56
#define SEARCH_COUNT 73
#define SEARCH_FINEST 1e-12 /* in place of nothing */

/* The search of one clip. */
typedef struct clip_search {
    double *times;          /* at which it is measured */
    uint32_t count, stride; /* of every stride-th in trials */
    int low, high;          /* levels: known or hoped to be within E, known to be beyond */
    bool measured;          /* `result` is of all moments, at `low` */
    verify_result result;
    size_t bytes;    /* of what is within E */
    double failed_s; /* glTF time at which it was beyond E last */
} clip_search;

/* What all of this file looks at. */
typedef struct search {
    const scene *s;
    const bake_options *options;
    bake_model *model;
    bake_budget budget;
    double aim; /* of the search, below E: between moments errors are a little larger */
    double *of_clip, *of_joint; /* the budget's */
    clip_search *clips;         /* [s->clip_count] */
    verify_result rest;
    size_t arena_bytes;
    verifier *v;
    diag *d;
} search;

/* A blob that can be played. */
typedef struct trial {
    bake_result baked;
    play p;
} trial;

/* Bakes with the present budget. trial_close gives it back. */
bool trial_open(trial *t, search *c);
void trial_close(trial *t);

double search_tracks(const search *c, int level);

/* The clips' levels and joints' factors that save most, as far as trials show: of all moments only
 * where `measured` says so. */
bool search_clips(search *c);

#endif
