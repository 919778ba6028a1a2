/* SPDX-License-Identifier: MIT */
#include "bake/write/sections.h"

#include <string.h>

#include "src/blob/format.h"

byte_buffer *section_add(sections *out, uint32_t tag)
{
    return blob_section_add(&out->writer, tag, FORMAT_SECTION_REQUIRED);
}

byte_buffer *section_add_optional(sections *out, uint32_t tag)
{
    return blob_section_add(&out->writer, tag, 0);
}

uint32_t write_name(sections *out, const char *name)
{
    byte_buffer data = {0};
    buffer_bytes(&data, name, strlen(name) + 1);
    const uint32_t offset = pool_add(&out->names, &data);
    buffer_free(&data);
    return offset;
}
