/* SPDX-License-Identifier: MIT */
/* A region is memory that is released all at once, for results that live as long as the work they
 * belong to. */
#pragma once

#include <stddef.h>

/* A region is empty when zeroed. */
typedef struct region {
    struct region_block *blocks;
    size_t bytes; /* that were asked for */
} region;

/* Like diag_calloc: returns zeroed memory, never NULL. */
void *region_calloc(region *r, size_t count, size_t size);
void region_free(region *r);
