/* SPDX-License-Identifier: MIT */
/* What `pelt bake` tells about its work, for people and for programs. */
#ifndef PELT_TOOLS_CMD_REPORT_H
#define PELT_TOOLS_CMD_REPORT_H

#include "bake/baking.h"
#include "cmd/target.h"
#include "reduce/reduce.h"

typedef struct report {
    const bake_result *baked;
    const scene *scene;
    const bake_options *options;
    const char *out_path;
    bool verbose;             /* lists what is many */
    const reduce_stats *lost; /* to --joints and --influences; NULL: without these */
    size_t
        whole_bytes; /* without --joints and --influences; 0: without these, or not to be baked */
    const target_report *target; /* NULL: of no board; or [target_count] */
    size_t target_count;
} report;

/* To stdout. */
void report_print(const report *r);
bool report_print_json(const report *r, diag *d);

#endif
