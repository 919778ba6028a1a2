/* SPDX-License-Identifier: MIT */
/* The steps of contract.c: it chooses textures (appearance.c), searches for the part of E that the tracks of
 * each clip may use (search.c), and finds the cause of an error that is too large (blame.c). */
#pragma once

#include "bake/baking.h"
#include "play/verifier.h"

/// Textures //////////////////////////////////////////////////////////////////////////////////////

/* Whether any primitive that is drawn has a texture. */
bool appearance_has_textures(const scene *s);

/* Replaces BAKE_AUTO in options->texture_side, and with it 0 in options->texels, by what takes the fewest
 * bytes within options->colour_error, and measures the result into *colour. Returns false
 * with a message in `d` if an error that was given cannot be kept; the default one is warned of. */
bool appearance_choose(bake_options *options, bake_colour_stats *colour, const scene *s, diag *d);

/// The search ////////////////////////////////////////////////////////////////////////////////////

/* At level L tracks may use E * 2^((L - SEARCH_UNITY) / SEARCH_LEVELS); at level 0 nothing. */
#define SEARCH_LEVELS 8 /* for a factor of two */
#define SEARCH_UNITY 56
#define SEARCH_COUNT 73
#define SEARCH_FINEST 1e-12 /* stands for no error at all */

/* The state of one clip's search. */
typedef struct clip_search {
    double *times;          /* moments at which it is measured */
    uint32_t count, stride; /* trials use every stride-th one */
    int low, high; /* levels: the highest taken to be within E, the lowest known to exceed it */
    bool measured; /* `result` covers all moments, at level `low` */
    verify_result result;
    size_t bytes;    /* of the smallest bake within E */
    double failed_s; /* glTF time at which it last exceeded E */
} clip_search;

/* The state that contract.c and search.c share. */
typedef struct search {
    const scene *s;
    const bake_options *options;
    bake_model *model;
    bake_budget budget;
    double aim;   /* the search aims below E, as errors between moments are a little larger */
    double least; /* the smallest error of attempts that do not depend on E, once all failed */
    double wider; /* an E to bake with instead, or 0 */
    clip_search *clips; /* [s->clip_count] */
    verify_result rest;
    size_t arena_bytes;
    verifier *v;
    diag *d;
} search;

/* A bake that can be played. */
typedef struct trial {
    bake_result baked;
    play p;
} trial;

/* Bakes with the current budget; mapped: with the map back to glTF, which else only the first one has.
 * trial_close releases it in any case, if it was zeroed before. */
bool trial_open(trial *t, search *c, bool mapped);
void trial_close(trial *t);

/* The error that tracks may use at a level, as a share of the model's size. */
double search_tracks(const search *c, int level);

/* Finds the levels of clips and factors of joints that save most, by trials; only where
 * `measured` is set were all moments measured. */
bool search_clips(search *c);

/// Blame /////////////////////////////////////////////////////////////////////////////////////////

#define BLAME_BYTES 160

/* Writes to text[BLAME_BYTES] the largest part of the error of the vertex of `worst`: keys, morph
 * weights, model matrices of joints, their inverse bind matrices, or the stored vertex itself. Poses `p`. */
void blame(char *text, const verify_result *worst, play *p, const source_map *map,
           const bake_model *model, int clip);
