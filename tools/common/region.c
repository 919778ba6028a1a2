/* SPDX-License-Identifier: MIT */
#include "common/region.h"

#include <stdint.h>
#include <stdlib.h>

#include "common/diag.h"

struct region_block {
    struct region_block *next;
    max_align_t data[];
};

void *region_calloc(region *r, size_t count, size_t size)
{
    const size_t head = sizeof(struct region_block);
    /* Where the product does not fit, diag_calloc says so. */
    const bool fits = size == 0 || count <= (SIZE_MAX - head) / size;
    struct region_block *block = fits ? diag_calloc(head + count * size, 1) : diag_calloc(count, size);
    block->next = r->blocks;
    r->blocks = block;
    return block->data;
}

void region_free(region *r)
{
    while (r->blocks != NULL) {
        struct region_block *next = r->blocks->next;
        free(r->blocks);
        r->blocks = next;
    }
}
