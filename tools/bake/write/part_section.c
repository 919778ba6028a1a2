/* SPDX-License-Identifier: MIT */
/* Writes PJNT: the palette entries that each part of a mesh needs. */
#include "bake/write/sections.h"

part_lists part_lists_begin(const bake_model *model)
{
    const bool big_endian = model->job.options->big_endian;
    part_lists lists = {.heads.big_endian = big_endian,
                        .parts.big_endian = big_endian,
                        .data.big_endian = big_endian};
    lists.first_part = model->meshes.count * (uint32_t)sizeof(format_mesh_parts);
    lists.first_data = lists.first_part;
    for (uint32_t i = 0; i < model->meshes.count; i++)
        lists.first_data +=
            model->meshes.meshes[i].primitive_count * (uint32_t)sizeof(format_part_joints);
    return lists;
}

static uint32_t data_offset(const part_lists *lists)
{
    return lists->first_data + (uint32_t)lists->data.count;
}

static void put_list(part_lists *lists, sections *out, const bool *used, uint32_t entry_count)
{
    uint32_t count = 0;
    buffer_u32(&lists->parts, data_offset(lists));
    for (uint32_t e = 0; e < entry_count; e++) {
        if (!used[e])
            continue;
        buffer_u16(&lists->data, (uint16_t)e);
        count++;
    }
    buffer_u32(&lists->parts, count);
    if (count > out->stats.part_joints)
        out->stats.part_joints = count;
}

void write_part_lists(part_lists *lists, sections *out, const bake_model *model, uint32_t mesh,
                      const bake_records *records)
{
    const uint32_t part_count = model->meshes.meshes[mesh].primitive_count;
    const bake_skin *skin = &model->skins.skins[model->skins.of_mesh[mesh].skin];
    const uint32_t entries = skin_palette_count(skin);
    FREED bool *used = diag_calloc((size_t)part_count * entries, sizeof *used);
    for (uint32_t i = 0; i < records->count; i++) {
        const bake_record *r = &records->records[i];
        for (uint32_t k = 0; k < r->influences; k++)
            used[(size_t)r->part * entries + r->entry[k]] = true;
    }
    buffer_u32(&lists->heads, lists->first_part + (uint32_t)lists->parts.count);
    for (uint32_t p = 0; p < part_count; p++)
        put_list(lists, out, used + (size_t)p * entries, entries);
    buffer_u32(&lists->heads, data_offset(lists));
    for (uint32_t i = 0; i < records->count; i++) {
        if (part_count <= FORMAT_MAX_BYTE_PARTS)
            buffer_u8(&lists->data, (uint8_t)records->records[i].part);
        else
            buffer_u16(&lists->data, (uint16_t)records->records[i].part);
    }
    if (lists->data.count % 2 != 0)
        buffer_u8(&lists->data, 0);
}

void write_part_section(part_lists *lists, sections *out)
{
    byte_buffer *section = section_add_optional(out, FORMAT_PART_JOINTS);
    buffer_bytes(section, lists->heads.bytes, lists->heads.count);
    buffer_bytes(section, lists->parts.bytes, lists->parts.count);
    buffer_bytes(section, lists->data.bytes, lists->data.count);
    buffer_pad4(section);
    buffer_free(&lists->heads);
    buffer_free(&lists->parts);
    buffer_free(&lists->data);
}
