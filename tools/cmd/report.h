/* SPDX-License-Identifier: MIT */
/* Prints the report of `pelt bake`, as text or as JSON. */
#pragma once

#include "bake/baking.h"
#include "cmd/target.h"
#include "reduce/reduce.h"

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

/* Prints to stdout. */
bool report_print(const report *r, bool json, diag *d);
