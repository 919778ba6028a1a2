/* SPDX-License-Identifier: MIT */
/* Sections that opening does not look into. */
#include "../blob/format.h"
#include "pelt.h"

const void *pelt_section_find(uint32_t *bytes, const pelt_model *model, uint32_t tag)
{
    if (bytes == NULL || model == NULL || model->blob == NULL)
        return NULL;
    const format_header *header = (const format_header *)(const void *)model->blob;
    const format_section *section = (const format_section *)(const void *)(header + 1);
    for (uint32_t left = header->section_count; left > 0u; left--, section++) {
        if (section->tag == tag) {
            *bytes = section->bytes;
            return model->blob + section->offset;
        }
    }
    return NULL;
}
