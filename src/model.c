/* SPDX-License-Identifier: MIT */
/*
 * Opening a blob: header, CRC, section table; validate.c checks the sections' content. The only
 * code that distrusts bytes: everything is read by blob_read16 and blob_read32.
 */
#include <stdbool.h>

#include "crc.h"
#include "memory.h"
#include "validate.h"

/* Sections by tag, with the place of their offset in pelt_model and what a record takes. */
typedef struct section_rule {
    uint32_t tag;
    uint32_t record_bytes[2]; /* fixed point, f32; 1: bytes */
    bool required;
} section_rule;

static const section_rule rules[SECTION_COUNT] = {
    [SECTION_JOINTS] = {FORMAT_JOINTS, {sizeof(format_joint), sizeof(format_joint)}, true},
    [SECTION_REST] = {FORMAT_REST, {sizeof(pelt_local_q16), sizeof(pelt_local_f32)}, true},
    [SECTION_BIND] = {FORMAT_BIND, {sizeof(pelt_local_q16), sizeof(pelt_local_f32)}, true},
    [SECTION_SKINS] = {FORMAT_SKINS, {sizeof(format_skin), sizeof(format_skin)}, true},
    [SECTION_ENTRIES] = {FORMAT_ENTRIES, {sizeof(format_entry_q16), sizeof(format_entry_f32)},
                         true},
    [SECTION_BLENDS] = {FORMAT_BLENDS, {4, 4}, false},
    [SECTION_MESHES] = {FORMAT_MESHES, {sizeof(format_mesh), sizeof(format_mesh)}, true},
    [SECTION_RUNS] = {FORMAT_RUNS, {sizeof(format_run), sizeof(format_run)}, true},
    [SECTION_PARTS] = {FORMAT_PARTS, {sizeof(format_part), sizeof(format_part)}, true},
    [SECTION_RECORDS] = {FORMAT_RECORDS, {4, 4}, true},
    [SECTION_STREAMS] = {FORMAT_STREAMS, {4, 4}, false},
    [SECTION_INDICES] = {FORMAT_INDICES, {4, 4}, true},
    [SECTION_MORPHS] = {FORMAT_MORPHS, {sizeof(format_morph), sizeof(format_morph)}, false},
    [SECTION_DELTAS] = {FORMAT_DELTAS, {4, 4}, false},
    [SECTION_CLIPS] = {FORMAT_CLIPS, {sizeof(format_clip), sizeof(format_clip)}, true},
    [SECTION_TRACKS] = {FORMAT_TRACKS, {sizeof(format_track), sizeof(format_track)}, true},
    [SECTION_KEYS] = {FORMAT_KEYS, {4, 4}, true},
    [SECTION_NAMES] = {FORMAT_NAMES, {1, 1}, true},
};

/* Sets view->bytes to the blob's own size. */
static pelt_status check_header(blob_view *view, size_t bytes)
{
    if (bytes < sizeof(format_header))
        return PELT_E_TRUNCATED;
    view->bytes = sizeof(format_header);
    const uint32_t magic = blob_read32(view, 0);
    if (magic == FORMAT_MAGIC_SWAPPED)
        return PELT_E_BYTE_ORDER;
    if (magic != FORMAT_MAGIC)
        return PELT_E_MAGIC;
    if (blob_read16(view, 4) != PELT_FORMAT_VERSION)
        return PELT_E_VERSION;
    const uint32_t flavour = blob_read16(view, 6);
    if (flavour != PELT_Q16 && flavour != PELT_F32 && flavour != PELT_Q12)
        return PELT_E_FLAVOUR;
    const uint32_t blob_bytes = blob_read32(view, 8);
    if (blob_bytes > bytes)
        return PELT_E_TRUNCATED;
    if (blob_bytes < sizeof(format_header) || blob_bytes % 4u != 0u)
        return PELT_E_CORRUPT;
    view->bytes = blob_bytes;
    return PELT_OK;
}

static bool crc_matches(const blob_view *view)
{
    const uint32_t after = FORMAT_CRC_OFFSET + 4u;
    const uint32_t blob_bytes = view->bytes;
    if (blob_bytes < after)
        return false;
    uint32_t crc = pelt_crc32(0, view->memory, FORMAT_CRC_OFFSET);
    crc = pelt_crc32(crc, view->memory + after, blob_bytes - after);
    return crc == blob_read32(view, FORMAT_CRC_OFFSET);
}

/* Fills the zeroed `sections` from the table: each known tag at most once, inside the blob, whole
 * records. */
static pelt_status find_sections(section_view sections[SECTION_COUNT], const blob_view *view,
                                 uint32_t flavour_index)
{
    const uint32_t blob_bytes = view->bytes;
    const uint32_t count = blob_read32(view, 20);
    if (count > FORMAT_MAX_SECTIONS)
        return PELT_E_CORRUPT;
    const uint32_t table = sizeof(format_header);
    if (count > (blob_bytes - table) / sizeof(format_section))
        return PELT_E_CORRUPT;
    const uint32_t data = table + count * (uint32_t)sizeof(format_section);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = table + i * (uint32_t)sizeof(format_section);
        const uint32_t tag = blob_read32(view, at);
        const uint32_t flags = blob_read16(view, at + 6u);
        const uint32_t offset = blob_read32(view, at + 8u);
        const uint32_t bytes = blob_read32(view, at + 12u);
        if (offset < data || offset > blob_bytes || bytes > blob_bytes - offset)
            return PELT_E_CORRUPT;
        if (offset % 4u != 0u)
            return PELT_E_CORRUPT;
        unsigned known = 0;
        while (known < SECTION_COUNT && rules[known].tag != tag)
            known++;
        if (known == SECTION_COUNT) {
            if ((flags & FORMAT_SECTION_REQUIRED) != 0u)
                return PELT_E_VERSION;
            continue;
        }
        const uint32_t record = rules[known].record_bytes[flavour_index];
        if (sections[known].present || blob_read16(view, at + 4u) != 1u || bytes % record != 0u)
            return PELT_E_CORRUPT;
        sections[known].offset = offset;
        sections[known].bytes = bytes;
        sections[known].count = bytes / record;
        sections[known].present = true;
    }
    for (unsigned i = 0; i < SECTION_COUNT; i++)
        if (rules[i].required && !sections[i].present)
            return PELT_E_CORRUPT;
    return PELT_OK;
}

static pelt_status open_blob(pelt_model *model, const void *memory, size_t bytes, bool check_crc)
{
    if (model == NULL)
        return PELT_E_ARGUMENT;
    memset(model, 0, sizeof *model);
    if (memory == NULL)
        return PELT_E_ARGUMENT;
    if ((uintptr_t)memory % 4u != 0u)
        return PELT_E_ALIGNMENT;
    blob_view view = {memory, 0};
    pelt_status status = check_header(&view, bytes);
    if (status != PELT_OK)
        return status;
    if (check_crc && !crc_matches(&view))
        return PELT_E_CRC;
    const uint32_t flavour = blob_read16(&view, 6);
    section_view sections[SECTION_COUNT];
    memset(sections, 0, sizeof sections);
    status = find_sections(sections, &view, flavour == PELT_F32 ? 1u : 0u);
    if (status != PELT_OK)
        return status;
    if (!pelt_validate_sections(&view, sections, flavour))
        return PELT_E_CORRUPT;
    const int32_t unit_shift = (int32_t)blob_read32(&view, 16);
    if (unit_shift < -1024 || unit_shift > 1024 || blob_read32(&view, 24) != 0u ||
        blob_read32(&view, 28) != 0u)
        return PELT_E_CORRUPT;

    model->blob = view.memory;
    model->blob_bytes = view.bytes;
    model->flavour = (uint16_t)flavour;
    model->unit_shift = (int16_t)unit_shift;
    model->joint_count = (uint16_t)sections[SECTION_JOINTS].count;
    model->skin_count = (uint16_t)sections[SECTION_SKINS].count;
    model->mesh_count = (uint16_t)sections[SECTION_MESHES].count;
    model->clip_count = (uint16_t)sections[SECTION_CLIPS].count;
    model->joints = sections[SECTION_JOINTS].offset;
    model->rest = sections[SECTION_REST].offset;
    model->bind = sections[SECTION_BIND].offset;
    model->skins = sections[SECTION_SKINS].offset;
    model->entries = sections[SECTION_ENTRIES].offset;
    model->blends = sections[SECTION_BLENDS].offset;
    model->meshes = sections[SECTION_MESHES].offset;
    model->runs = sections[SECTION_RUNS].offset;
    model->parts = sections[SECTION_PARTS].offset;
    model->records = sections[SECTION_RECORDS].offset;
    model->streams = sections[SECTION_STREAMS].offset;
    model->indices = sections[SECTION_INDICES].offset;
    model->morphs = sections[SECTION_MORPHS].offset;
    model->deltas = sections[SECTION_DELTAS].offset;
    model->clips = sections[SECTION_CLIPS].offset;
    model->tracks = sections[SECTION_TRACKS].offset;
    model->keys = sections[SECTION_KEYS].offset;
    model->names = sections[SECTION_NAMES].offset;
    model->names_bytes = sections[SECTION_NAMES].bytes;
    return PELT_OK;
}

pelt_status pelt_model_open(pelt_model *model, const void *blob, size_t bytes)
{
    return open_blob(model, blob, bytes, true);
}

pelt_status pelt_model_open_unchecked_crc(pelt_model *model, const void *blob, size_t bytes)
{
    return open_blob(model, blob, bytes, false);
}
