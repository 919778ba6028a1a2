/* SPDX-License-Identifier: MIT */
/* Joints, palette entries and mixes -> JNTS, REST, BIND, SKIN, ENTR and BLND. */
#include "bake/write/write.h"
#include "src/blob/format.h"

static void put_local(byte_buffer *buffer, const sections *out, const bake_model *model,
                      uint32_t joint, const trs *local)
{
    out->put->local(buffer, local,
                    units_translation_exponent(&model->units, &model->joints, joint),
                    units_scale_exponent(&model->units, &model->joints, joint));
}

void write_joints(sections *out, const bake_model *model)
{
    byte_buffer *joints = section_add(out, FORMAT_JOINTS);
    byte_buffer *rest = section_add(out, FORMAT_REST);
    byte_buffer *bind =
        model->job->options->bind ? section_add(out, FORMAT_BIND) : NULL;
    for (uint32_t i = 0; i < model->joints.count; i++) {
        const bake_joint *joint = &model->joints.joints[i];
        const bool named = joint->node != BAKE_NONE;
        buffer_u16(joints, (uint16_t)joint->parent); /* BAKE_NONE becomes PELT_NO_JOINT */
        buffer_u16(joints, (uint16_t)model->units.scale_shift[i]);
        buffer_u32(joints,
                   write_name(out, named ? model->job->scene->nodes[joint->node].name : ""));
        put_local(rest, out, model, i, &model->joints.rest[i]);
        if (bind != NULL)
            put_local(bind, out, model, i, &model->units.bind[i]);
    }
}

void write_skins(sections *out, const bake_model *model)
{
    byte_buffer *skins = section_add(out, FORMAT_SKINS);
    byte_buffer *entries = section_add(out, FORMAT_ENTRIES);
    for (uint32_t i = 0; i < model->skins.count; i++) {
        const bake_skin *skin = &model->skins.skins[i];
        buffer_u32(skins, skin->first);
        buffer_u32(skins, skin->entry_count);
        for (uint32_t k = 0; k < skin->entry_count; k++) {
            const bake_entry *entry = &skin->entries[k];
            const bake_grid *grid = &model->units.grids[skin->first + k];
            const mat34 folded = units_fold(&model->units, entry, grid);
            buffer_u16(entries, (uint16_t)entry->joint);
            out->put->entry(entries, &folded);
        }
    }
}

void write_mixes(sections *out, const bake_model *model)
{
    if (model->mixes.count == 0)
        return;
    byte_buffer *buffer = section_add(out, FORMAT_MIXES);
    byte_buffer heads = {.big_endian = model->job->options->big_endian};
    for (uint32_t i = 0; i < model->skins.count; i++) {
        const skin_mixes *mixes = &model->mixes.of_skin[i];
        uint32_t counts[3] = {0};
        buffer_u32(buffer, model->skins.count * (uint32_t)sizeof(format_mixes) +
                               (uint32_t)heads.count);
        for (uint32_t k = 0; k < mixes->count; k++) {
            counts[mixes->mixes[k].influences - 2]++;
            out->put->mix(&heads, &mixes->mixes[k]);
        }
        for (int n = 0; n < 3; n++)
            buffer_u32(buffer, counts[n]);
    }
    buffer_bytes(buffer, heads.bytes, heads.count);
    buffer_free(&heads);
}
