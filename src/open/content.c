/* SPDX-License-Identifier: MIT */
/* Reading a blob that is not trusted yet: every access is checked against its end. */
#include "content.h"

#include "../base/fixed.h"
#include "../base/memory.h"

/* External definitions, for compilers that do not inline all calls. */
extern inline uint32_t pelt_content_byte(const content *c, uint32_t offset);
extern inline uint32_t pelt_content_half(const content *c, uint32_t offset);
extern inline uint32_t pelt_content_word(const content *c, uint32_t offset);

void pelt_content_copy(const content *c, void *to, uint32_t offset, uint32_t bytes)
{
    if (c->bytes < bytes || offset > c->bytes - bytes)
        memset(to, 0, bytes);
    else
        memcpy(to, c->memory + offset, bytes);
}

void pelt_content_record(const content *c, void *to, section_index which, uint32_t index,
                         uint32_t bytes)
{
    pelt_content_copy(c, to, c->sections[which].offset + index * bytes, bytes);
}

uint32_t pelt_content_array(content *c, section_index which, uint32_t offset, uint32_t count,
                            uint32_t record_bytes)
{
    const section_view *section = &c->sections[which];
    uint32_t bytes;
    if (fx_multiply(count, record_bytes, &bytes) != 0u || offset % 4u != 0u ||
        offset > 4u * section->count || bytes > 4u * section->count - offset)
        return NOWHERE;
    const uint32_t words = bytes / 4u;
    if (words > c->words_left)
        return NOWHERE;
    c->words_left -= words;
    return section->offset + offset;
}

bool pelt_content_numbers(const content *c, uint32_t offset, uint32_t count, uint32_t limit)
{
    for (; count > 0u; count--, offset += 4u) {
        const uint32_t stored = pelt_content_word(c, offset);
        if (c->fixed ? stored + limit > 2u * limit : (stored & 0x7F800000u) == 0x7F800000u)
            return false;
    }
    return true;
}
