/* SPDX-License-Identifier: MIT */
/* Prints the report of `pelt bake`, as text or as JSON. */
#pragma once

#include "cmd/options.h"

typedef struct report {
    const command_line *line;
    const baked_file *baked;
    const struct blob_pages *pages; /* of --pages; count 0: none */
    /* the size without --joints, --influences and --triangles; 0: they are not given, or that bake
     * fails */
    size_t whole_bytes;
    double linear_cost;          /* of skinning without --volume; 0: it was not given */
    const target_report *target; /* NULL: no --target; else one report, or [target_count] */
    size_t target_count;
    uint32_t empty_hands; /* meshes too many in hands; 0: none, or --meshes is given */
    char next[4096];      /* the command line without them, which has been tried */
} report;

/* Prints to stdout. */
bool report_print(const report *r, diag *d);
