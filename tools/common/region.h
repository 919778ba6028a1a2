/* SPDX-License-Identifier: MIT */
/* Memory that is given back all at once: results that live as long as the work they belong to. */
#ifndef PELT_TOOLS_COMMON_REGION_H
#define PELT_TOOLS_COMMON_REGION_H

#include <stddef.h>

/* A zeroed one is empty. */
typedef struct region {
    struct region_block *blocks;
} region;

/* As diag_calloc: zeroed, never NULL. */
void *region_calloc(region *r, size_t count, size_t size);
void region_free(region *r);

#endif
