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
    bool verbose; /* list all meshes and clips */
    const reduce_options *asked;
    const reduce_stats *lost; /* of --joints, --influences, --triangles; NULL: none */
    /* the size without these; 0 if `lost` is NULL, or that bake fails */
    size_t whole_bytes;
    const target_report *target; /* NULL: no --target; else one report, or [target_count] */
    size_t target_count;
} report;

/* Prints to stdout. */
void report_print(const report *r);
bool report_print_json(const report *r, diag *d);
