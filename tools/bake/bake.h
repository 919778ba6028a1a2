/* SPDX-License-Identifier: MIT */
/* Scene -> blob: everything between the glTF loader and the bytes that src/blob/format.h describes. */
#ifndef PELT_TOOLS_BAKE_H
#define PELT_TOOLS_BAKE_H

#include "bake/budget.h"
#include "bake/cost.h"
#include "common/diag.h"
#include "pelt.h"
#include "scene/box.h"
#include "scene/scene.h"

/* How vertices are stored: ordered, their work shared, and packed. But for the last they come out
 * the same, whatever this is. */
typedef struct bake_order {
    const bake_cost *cost; /* NULL: bake_cost_default */
    bool plain;            /* one run per number of influences, nothing shared */
    bool limits_mixes;     /* to most_mixes, in all palettes together */
    uint32_t most_mixes;
    bool pack; /* fixed point: see FORMAT_RUN_PACKED; nothing in f32 */
    uint32_t max_palette; /* joints of a part, which are listed; 0: any number, and no lists */
    uint32_t window; /* skinned vertices that a program keeps, see window.h; 0: all */
} bake_order;

#define BAKE_MASKS_MAX 32

typedef struct bake_options {
    pelt_encoding encoding;
    double error; /* of the whole pipeline, part of the model's size; 0: the encoding's default */
    bake_order order;
    bool big_endian;
    bool forces_unit; /* q16, q12: the unit is 2^unit_shift glTF units, or baking fails */
    int unit_shift;
    bool bind;        /* with the bind pose */
    bool no_boxes;    /* for vertices in any pose, see src/blob/format.h, BOXS */
    bool strip;       /* leave out the map back to glTF, see source_map.h */
    const char *masks[BAKE_MASKS_MAX]; /* [mask_count], see masks.h */
    uint32_t mask_count;
    const char *file; /* named in warnings */
} bake_options;

/* What was done to one clip. */
typedef struct bake_clip_stats {
    const char *name; /* in the scene */
    uint32_t tracks_out, keys_in, keys_out;
    size_t bytes_in;        /* key times and values, shared ones once, as 32-bit floats */
    size_t bytes_out;       /* clip and track records, timelines and keys first used by this clip */
    uint32_t keys_inserted; /* turns beyond 88 degrees, or fitted anew */
    double error;           /* largest measured, part of the model's size; see play/contract.h */
} bake_clip_stats;

/* One of the blob's meshes. */
typedef struct bake_mesh_stats {
    uint32_t node; /* glTF */
    uint32_t vertices, triangles;
    size_t bytes; /* records, streams, indices, morph targets, and what tells of them */
} bake_mesh_stats;

typedef struct bake_stats {
    uint32_t vertices_in, vertices_out;
    uint32_t vertices_doubled; /* at seams where a skin was split */
    uint32_t vertices_cut;     /* and, of max_palette, where parts were, before equal ones merge */
    uint32_t vertices_of_parts; /* stored ones that equal another part's */
    uint32_t window, vertices_again; /* the option, and what is stored once more for it */
    uint32_t part_count, part_joints; /* of max_palette: the most of one part */
    uint32_t vertices_morphed, delta_count; /* stored vertices that targets move, and how often */
    uint32_t influence_runs[4];  /* vertices by number of influences */
    uint32_t set_vertices, set_runs; /* in runs of one joint set */
    uint32_t copied_vertices, mixed_vertices; /* see FORMAT_RUN_COPIES, _MIXED */
    double cost_plain, cost; /* of skinning all, see cost.h: as if plain, and as stored */
    uint32_t over_four;          /* vertices with more than four influences */
    uint32_t influences_dropped; /* of those */
    double dropped_shift;        /* largest displacement by it, part of the model's size */
    uint32_t influences_too_small; /* dropped within the budget */
    uint32_t weights_repaired;   /* vertices whose weights did not sum to one */
    uint32_t weights_missing;    /* vertices without any weight, bound to their node */
    uint32_t joint_count, helper_count, entry_count;
    double model_size;    /* smallest over rest and clips, glTF units */
    double rest_error;    /* as a clip's */
    size_t arena_bytes;   /* of the library's stages, where it was played */
    size_t mesh_bytes_in; /* attributes, targets and indices, as the usual component types */
    size_t morph_bytes, morph_bytes_in; /* of the targets among them; as stored: MRPH, DLTA */
    uint32_t clip_count;
    bake_clip_stats *clips;
    uint32_t mesh_count;
    bake_mesh_stats *meshes;
} bake_stats;

typedef struct bake_result {
    uint8_t *blob; /* malloc'ed, 4-byte aligned, in the chosen byte order */
    size_t bytes;
    bake_stats stats;
} bake_result;

/*
 * Fills `out` and returns true; bake_result_free gives it back. The same scene and options give
 * the same bytes. On failure false, `d` says why, `out` is empty. Warnings go to stderr.
 *
 * This takes the first guess at what tracks may spend: contract_bake measures and keeps to E.
 */
bool bake_scene(bake_result *out, const scene *s, const bake_options *options, diag *d);
void bake_result_free(bake_result *result);

/// In two steps, for who writes one scene several times //////////////////////////////////////////

bake_budget bake_first_budget(const bake_options *options);

/* All that does not depend on the budget's tracks. The scene must outlive it; NULL: `d` says why.
 * bake_close gives it back. */
typedef struct baking baking;
baking *bake_open(const scene *s, const bake_options *options, const bake_budget *budget, diag *d);
void bake_close(baking *b);
const struct bake_model *bake_model_of(const baking *b);

/* The blob, with what tracks may spend by this budget. clip_boxes: [clip_count][blob mesh count] of
 * the vertices of each clip as it is played, or NULL. */
bool bake_write(bake_result *out, baking *b, const bake_budget *budget, const box3 *clip_boxes,
                bool strip, bool big_endian);

#endif
