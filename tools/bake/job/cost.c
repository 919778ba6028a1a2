/* SPDX-License-Identifier: MIT */
#include "bake/job/job.h"

#include <string.h>

static const bake_cost costs[] = {
#include "bake/job/cost_table.inc"
};

const bake_cost *const bake_cost_default = costs;

const bake_cost *bake_cost_find(const char *core, diag *d)
{
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        if (strcmp(costs[i].core, core) == 0)
            return &costs[i];
    diag_fail(d, DIAG_USAGE, "unknown core %s, command line, use " BAKE_CORES, core);
    return NULL;
}

const kernel_cost *bake_kernel_cost(const bake_cost *cost, pelt_encoding encoding)
{
    return encoding == PELT_EXACT ? &cost->q16 : encoding == PELT_FLOAT ? &cost->f32 : &cost->q12;
}
