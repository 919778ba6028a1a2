/* SPDX-License-Identifier: MIT */
/* Records that belong to clips, in sections that opening does not look into: uint32[clip_count + 1], the
 * ordinal of each clip's first record and, last, their number; then the records. */
#ifndef PELT_MOTION_CLIP_RECORDS_H
#define PELT_MOTION_CLIP_RECORDS_H

#include "../blob/stored.h"

/* A clip's records of so many words, and how many; none where the section is damaged. */
static inline const void *clip_records(uint32_t *count, const pelt_model *model, uint32_t tag,
                                       uint32_t words, uint32_t clip)
{
    uint32_t bytes;
    const uint32_t *firsts = (const uint32_t *)pelt_section_find(&bytes, stored_motion(model), tag);
    *count = 0;
    if (firsts == NULL || clip >= model->clip_count || model->clip_count >= bytes / 4u)
        return NULL;
    const uint32_t heads = model->clip_count + 1u; /* <= bytes / 4 */
    const uint32_t first = firsts[clip], end = firsts[clip + 1u];
    if (first > end || end > (bytes / 4u - heads) / words)
        return NULL;
    *count = end - first;
    return firsts + heads + first * words;
}

#endif
