/* SPDX-License-Identifier: MIT */
#include "content.h"

#include "../base/divide.h"
#include "../base/memory.h"

uint32_t pelt_content_byte(const content *c, uint32_t offset)
{
    return offset < c->bytes ? c->memory[offset] : 0u;
}

uint32_t pelt_content_half(const content *c, uint32_t offset)
{
    if (c->bytes < 2u || offset > c->bytes - 2u || offset % 2u != 0u)
        return 0;
    return *(const uint16_t *)(const void *)(c->memory + offset);
}

uint32_t pelt_content_word(const content *c, uint32_t offset)
{
    if (c->bytes < 4u || offset > c->bytes - 4u || offset % 4u != 0u)
        return 0;
    return *(const uint32_t *)(const void *)(c->memory + offset);
}

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
    if (offset % 4u != 0u || offset > section->bytes ||
        count > pelt_divide(section->bytes - offset, record_bytes))
        return NOWHERE;
    const uint32_t words = count * record_bytes / 4u;
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
