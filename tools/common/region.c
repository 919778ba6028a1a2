/* SPDX-License-Identifier: MIT */
/* Regions: memory that is released all at once. */
#include "common/region.h"

#include <stdlib.h>

#include "common/diag.h"

struct region_block {
    struct region_block *next;
    max_align_t data[];
};

void *region_calloc(region *r, size_t count, size_t size)
{
    const size_t head = sizeof(struct region_block);
    /* If the product overflows, diag_calloc prints the message and exits. */
    if (size != 0 && count > (SIZE_MAX - head) / size)
        return diag_calloc(count, size);
    struct region_block *block = diag_calloc(head + count * size, 1);
    block->next = r->blocks;
    r->blocks = block;
    r->bytes += count * size;
    return block->data;
}

void region_free(region *r)
{
    while (r->blocks != NULL) {
        struct region_block *next = r->blocks->next;
        free(r->blocks);
        r->blocks = next;
    }
    r->bytes = 0;
}
