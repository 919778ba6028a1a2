/* SPDX-License-Identifier: MIT */
/* Sections that opening does not look into. */
#include "../base/memory.h"
#include "../blob/format.h"
#include "pelt.h"

const void *pelt_section_find(uint32_t *bytes, const pelt_model *model, uint32_t tag)
{
    format_header header;
    if (bytes == NULL || model == NULL || model->blob == NULL)
        return NULL;
    memcpy(&header, model->blob, sizeof header);
    const uint8_t *at = model->blob + sizeof header;
    for (uint32_t i = 0; i < header.section_count; i++) {
        format_section section;
        memcpy(&section, at, sizeof section);
        if (section.tag == tag) {
            *bytes = section.bytes;
            return model->blob + section.offset;
        }
        at += sizeof section;
    }
    return NULL;
}
