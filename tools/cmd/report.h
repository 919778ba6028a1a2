/* SPDX-License-Identifier: MIT */
/* Prints the report of `pelt bake`, as text or as JSON. */
#pragma once

#include "bake/baking.h"
#include "cmd/target.h"
#include "reduce/reduce.h"
#include "scene/root_place.h"

typedef struct report {
    const bake_result *baked;
    const scene *scene;
    const bake_options *options;
    const char *out_path;
    const struct blob_pages *pages; /* of --pages; count 0: none */
    bool verbose;                   /* lists all meshes and clips */
    const reduce_options *asked;
    const reduce_stats *lost; /* of --joints, --influences, --triangles, --volume; NULL: none */
    /* the size without these; 0 if `lost` is NULL, or that bake fails */
    size_t whole_bytes;
    double linear_cost;          /* of skinning without --volume; 0: it was not given */
    const target_report *target; /* NULL: no --target; else one report, or [target_count] */
    size_t target_count;
    uint32_t empty_hands; /* meshes too many in hands; 0: none, or --meshes is given */
    char next[4096];      /* the command line without them, which has been tried */
} report;

/* Vertices that are skinned for each of the model's: more than 1 if a window skins some again. */
double report_skins_per_vertex(const bake_stats *stats);

/* The largest error, and its clip, or SCENE_NONE for the rest pose. */
double report_worst(const report *r, uint32_t *clip);

/* Skinning in cycles of the core for which it was baked, or in instructions. */
double report_cycles(const report *r, double cost, const char **core);

/* What root motion took out of a clip: where it ends, and how far away it was. */
root_place report_root_end(double *farthest, const report *r, uint32_t clip);

/* Prints to stdout. */
void report_print(const report *r);
bool report_print_json(const report *r, diag *d);
