/* SPDX-License-Identifier: MIT */
/* Opens a blob: checks header, CRC and section table; validate.c checks the sections' content. Only
 * the files of this folder distrust bytes, and they read all of them through content.h. */
#include "../base/divide.h"
#include "../base/memory.h"
#include "../kernel/family.h"
#include "content.h"

/* The tag of a section and the size of its records. */
typedef struct section_rule {
    uint32_t tag;
    uint8_t record_bytes; /* 1 for sections of bytes */
    bool required;
} section_rule;

/* In the order of section_index. */
static const section_rule rules[SECTION_COUNT] = {
    {FORMAT_JOINTS, sizeof(format_joint), true},
    {FORMAT_REST, sizeof(uint32_t), true},
    {FORMAT_BIND, sizeof(uint32_t), false},
    {FORMAT_SKINS, sizeof(format_skin), true},
    {FORMAT_ENTRIES, sizeof(format_entry_q16), true}, /* format_entry_f32 has the same size */
    {FORMAT_BETWEENS, sizeof(uint32_t), false},
    {FORMAT_MESHES, sizeof(format_mesh), true},
    {FORMAT_RUNS, sizeof(format_run), true},
    {FORMAT_PARTS, sizeof(format_part), true},
    {FORMAT_MATERIALS, sizeof(format_material), true},
    {FORMAT_RECORDS, sizeof(uint32_t), true},
    {FORMAT_STREAMS, sizeof(uint32_t), false},
    {FORMAT_INDICES, sizeof(uint32_t), true},
    {FORMAT_MORPHS, sizeof(format_morph), false},
    {FORMAT_DELTAS, sizeof(uint32_t), false},
    {FORMAT_CLIPS, sizeof(format_clip), true},
    {FORMAT_TRACKS, sizeof(format_track), true},
    {FORMAT_KEYS, sizeof(uint32_t), true},
    {FORMAT_NAMES, sizeof(char), true},
    {FORMAT_TARGETS, sizeof(uint32_t), false},
};

/* Checks the header and sets c->bytes to the blob's own size, which is at most `bytes`. */
static pelt_status check_header(content *c, const format_header *header, size_t bytes,
                                uint32_t encoding)
{
    if (header->magic == FORMAT_MAGIC_SWAPPED)
        return PELT_E_BYTE_ORDER;
    if (header->magic != FORMAT_MAGIC)
        return PELT_E_MAGIC;
    if (header->version != PELT_FORMAT_VERSION)
        return PELT_E_VERSION;
    if (header->encoding != encoding)
        return PELT_E_FAMILY;
    if (header->blob_bytes > bytes)
        return PELT_E_TRUNCATED;
    if (header->blob_bytes < sizeof *header || header->blob_bytes % 4u != 0u)
        return PELT_E_CORRUPT;
    c->bytes = header->blob_bytes;
    return PELT_OK;
}

/* Fills the zeroed c->sections from the table. Each known tag may occur once, inside the blob, with
 * whole records. */
static pelt_status find_sections(content *c, uint32_t count)
{
    const uint32_t table = sizeof(format_header);
    if (count > FORMAT_MAX_SECTIONS || count > (c->bytes - table) / sizeof(format_section))
        return PELT_E_CORRUPT;
    const uint32_t data = table + count * (uint32_t)sizeof(format_section);
    for (uint32_t at = table; at < data; at += (uint32_t)sizeof(format_section)) {
        format_section stored;
        pelt_content_copy(c, &stored, at, sizeof stored);
        if (stored.offset < data || stored.offset > c->bytes ||
            stored.bytes > c->bytes - stored.offset || stored.offset % 4u != 0u)
            return PELT_E_CORRUPT;
        unsigned known = 0;
        while (known < SECTION_COUNT && rules[known].tag != stored.tag)
            known++;
        if (known == SECTION_COUNT) {
            if ((stored.flags & FORMAT_SECTION_REQUIRED) != 0u && stored.tag != FORMAT_PAGES)
                return PELT_E_VERSION;
            continue;
        }
        section_view *section = &c->sections[known];
        const uint32_t record = rules[known].record_bytes;
        if (section->offset != 0u || stored.version != 1u)
            return PELT_E_CORRUPT;
        section->offset = stored.offset;
        section->count = pelt_divide(stored.bytes, record);
        if (section->count * record != stored.bytes)
            return PELT_E_CORRUPT;
    }
    for (unsigned i = 0; i < SECTION_COUNT; i++)
        if (rules[i].required && c->sections[i].offset == 0u)
            return PELT_E_CORRUPT;
    return PELT_OK;
}

/* The offsets in a model stand in the order of the sections. */
FORMAT_STATIC_ASSERT(sections_in_order,
                     offsetof(pelt_model, names) - offsetof(pelt_model, joints) ==
                         4u * SECTION_NAMES);

static pelt_status open_blob(pelt_model *model, const void *memory, size_t bytes,
                             const pelt_family *family, bool check_crc)
{
    if (model == NULL)
        return PELT_E_ARGUMENT;
    memset(model, 0, sizeof *model);
    if (memory == NULL || family == NULL)
        return PELT_E_ARGUMENT;
    if ((uintptr_t)memory % 4u != 0u)
        return PELT_E_ALIGNMENT;
    const uint32_t encoding = family->encoding;
    format_header header;
    content c;
    memset(&c, 0, sizeof c);
    c.memory = (const uint8_t *)memory;
    c.family = family;
    c.fixed = encoding != PELT_FLOAT;
    c.lean = encoding == PELT_LEAN;
    if (bytes < sizeof header)
        return PELT_E_TRUNCATED;
    c.bytes = sizeof header;
    pelt_content_copy(&c, &header, 0, sizeof header);
    pelt_status status = check_header(&c, &header, bytes, encoding);
    if (status != PELT_OK)
        return status;
    if (check_crc && format_crc(c.memory, c.bytes) != header.crc)
        return PELT_E_CRC;
    c.words_left = c.bytes;
    status = find_sections(&c, header.section_count);
    if (status != PELT_OK)
        return status;
    if (c.sections[SECTION_BETWEENS].offset != 0u && family->check_betweens == NULL)
        return PELT_E_FAMILY;
    if (!pelt_content_valid(&c)) /* kernels that the family lacks may be the reason */
        return c.has_packed && family->unpack == NULL ? PELT_E_FAMILY : PELT_E_CORRUPT;
    if (c.has_sets && !family_has_sets(family))
        return PELT_E_FAMILY;
    if (header.unit_shift < -1024 || header.unit_shift > 1024 || header.reserved[0] != 0u ||
        header.reserved[1] != 0u)
        return PELT_E_CORRUPT;

    model->blob = c.memory;
    model->blob_bytes = c.bytes;
    model->family = family;
    model->encoding = encoding;
    model->unit_shift = header.unit_shift;
    model->length_bits = c.lean ? FORMAT_LENGTH_BITS_LEAN : FORMAT_LENGTH_BITS;
    model->joint_count = c.sections[SECTION_JOINTS].count;
    model->skin_count = c.sections[SECTION_SKINS].count;
    model->mesh_count = c.sections[SECTION_MESHES].count;
    model->clip_count = c.sections[SECTION_CLIPS].count;
    model->target_count = c.target_count;
    uint32_t *offsets = (uint32_t *)(void *)((uint8_t *)model + offsetof(pelt_model, joints));
    for (unsigned i = 0; i <= SECTION_NAMES; i++)
        offsets[i] = c.sections[i].offset;
    model->names_bytes = c.sections[SECTION_NAMES].count;
    return PELT_OK;
}

pelt_status pelt_model_open(pelt_model *model, const void *blob, size_t bytes,
                            const pelt_family *family)
{
    return open_blob(model, blob, bytes, family, true);
}

pelt_status pelt_model_open_without_crc(pelt_model *model, const void *blob, size_t bytes,
                                        const pelt_family *family)
{
    return open_blob(model, blob, bytes, family, false);
}
