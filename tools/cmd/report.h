/* SPDX-License-Identifier: MIT */
/* What `pelt bake` tells about its work. */
#ifndef PELT_TOOLS_CMD_REPORT_H
#define PELT_TOOLS_CMD_REPORT_H

#include "bake/bake.h"

/* Prints to stdout. */
void bake_report(const bake_result *result, const scene *s, const bake_options *options,
                 const char *out_path);

#endif
