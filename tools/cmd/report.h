/* SPDX-License-Identifier: MIT */
/* What `pelt bake` tells about its work, for people and for programs. */
#ifndef PELT_TOOLS_CMD_REPORT_H
#define PELT_TOOLS_CMD_REPORT_H

#include "bake/bake.h"

/* A bake, and what playing it showed. */
typedef struct report {
    const bake_result *baked;
    const scene *scene;
    const bake_options *options;
    const char *out_path;
    size_t arena_bytes;
    /* Largest errors as fractions of the model's size; negative: not measured. */
    double rest_error, *clip_errors; /* [clip_count] */
} report;

/* Fills in what is measured; report_free gives it back. Bakes once more where the blob cannot be
 * played here (other byte order, stripped). */
bool report_measure(report *r, diag *d);
void report_free(report *r);

/* To stdout. */
void report_print(const report *r);
bool report_print_json(const report *r, diag *d);

#endif
