/* SPDX-License-Identifier: MIT */
/* The greedy search for parts of few joints. */
#include "bake/shape/parts_plan.h"

#include <string.h>

#include "common/diag.h"

#define NONE UINT32_MAX

static uint32_t count_missing(const bool *has, const parts_item *item)
{
    uint32_t missing = 0;
    for (uint32_t k = 0; k < item->joint_count; k++)
        missing += !has[item->joints[k]];
    return missing;
}

/* Takes all items from `first` on whose joints the part has already. Returns the item to grow by: of those
 * that add fewest joints the one that shares most; NONE if none fits. */
static uint32_t next_item(uint32_t *part_of, const parts_input *in, uint32_t first, uint32_t part,
                          const bool *has, uint32_t used)
{
    uint32_t best = NONE, least = NONE;
    for (uint32_t i = first; i < in->item_count; i++) {
        const uint32_t missing = part_of[i] == NONE ? count_missing(has, &in->items[i]) : NONE;
        const uint32_t score = missing * (PARTS_MOST_JOINTS + 1) - in->items[i].joint_count;
        if (missing == 0) {
            part_of[i] = part;
        } else if (missing != NONE && used + missing <= in->most && score < least) {
            best = i;
            least = score;
        }
    }
    return best;
}

uint32_t parts_plan(uint32_t *part_of, const parts_input *in)
{
    FREED bool *has = diag_calloc(in->joint_count, sizeof *has);
    uint32_t part = 0;
    memset(part_of, 0xFF, in->item_count * sizeof *part_of);
    for (uint32_t first = 0; first < in->item_count; part++) {
        uint32_t used = 0;
        memset(has, 0, in->joint_count * sizeof *has);
        for (uint32_t i = first; i != NONE; i = next_item(part_of, in, first, part, has, used)) {
            used += count_missing(has, &in->items[i]);
            for (uint32_t k = 0; k < in->items[i].joint_count; k++)
                has[in->items[i].joints[k]] = true;
        }
        while (first < in->item_count && part_of[first] != NONE)
            first++;
    }
    return part;
}
