/* SPDX-License-Identifier: MIT */
/* Statistics of a bake, for reports. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Statistics of one clip. */
typedef struct bake_clip_stats {
    const char *name; /* in the scene */
    uint32_t tracks_out, keys_in, keys_out;
    size_t bytes_in;        /* key times and values, shared ones once, as 32-bit floats */
    size_t bytes_out;       /* clip and track records, timelines and keys first used by this clip */
    uint32_t keys_inserted; /* by turns too wide for one segment, or by cubic curves made linear */
    double error; /* largest measured, as a fraction of the model's size; see contract/contract.h */
} bake_clip_stats;

/* Statistics of one mesh of the blob. */
typedef struct bake_mesh_stats {
    uint32_t node; /* glTF */
    uint32_t vertices, triangles;
    size_t bytes; /* records, streams, indices, morph targets, and their descriptions */
} bake_mesh_stats;

/* How colours differ from the source's: contract/appearance.h. */
typedef struct bake_colour_stats {
    bool measured;
    double mean, p95;    /* of the distance in OKLab */
    uint32_t worst_node; /* whose colours are off most, over all its pixels */
    double less_detail;  /* share of the picture that is more than 0.05 off */
    double one_sided;    /* share of what either draws: holes of one that the other fills */
    uint32_t texture_count, texture_side; /* side: the longest that was allowed */
    size_t texture_bytes;
} bake_colour_stats;

typedef struct bake_stats {
    uint32_t vertices_in, vertices_out;
    uint32_t vertices_doubled; /* stored twice at seams where a skin was split */
    uint32_t vertices_cut; /* stored twice where --max-palette cut parts, before equal ones merge */
    uint32_t vertices_of_parts;       /* stored vertices that equal one of another part */
    uint32_t window, vertices_again;  /* the option, and the vertices that it stores again */
    uint32_t part_count, part_joints; /* of --max-palette; part_joints is the most of one part */
    uint32_t vertices_morphed, delta_count; /* stored vertices that targets move, and deltas */
    uint32_t influence_runs[4];             /* vertices by number of influences */
    uint32_t set_vertices, set_runs;        /* in runs of one joint set */
    uint32_t copied_vertices;               /* see FORMAT_RUN_COPIES */
    double cost_plain, cost; /* of skinning all, see cost.h: as if baked --plain, and as stored */
    uint32_t over_four;      /* vertices with more than four influences */
    double dropped_shift;    /* largest displacement of those, as a fraction of the model's size */
    uint32_t influences_too_small; /* dropped within the budget */
    uint32_t weights_repaired;     /* vertices whose weights did not sum to one */
    uint32_t weights_missing;      /* vertices without any weight, bound to their node */
    uint32_t joint_count, helper_count, entry_count, between_count;
    double model_size;    /* smallest over rest and clips, glTF units */
    double rest_error;    /* like a clip's error */
    size_t arena_bytes;   /* of the library's stages, in a program that plays the model */
    size_t mesh_bytes_in; /* attributes, targets and indices, in the usual component types */
    size_t morph_bytes, morph_bytes_in; /* of morph targets: MRPH and DLTA; in the file */
    uint32_t clip_count;
    bake_clip_stats *clips;
    bake_colour_stats colour;
    uint32_t mesh_count;
    bake_mesh_stats *meshes;
    uint32_t level_count;       /* of detail, the finest included, or 0 */
    uint32_t level_vertices[2]; /* to skin, of the coarser ones */
    size_t level_bytes[2];      /* that these add */
} bake_stats;

static inline uint64_t bake_stats_triangles(const bake_stats *stats)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < stats->mesh_count; i++)
        all += stats->meshes[i].triangles;
    return all;
}
