/* SPDX-License-Identifier: MIT */
/* Writes joints, palette entries and masks to JOIN, REST, BIND, SKIN, ENTR, BTWN and MASK. */
#include "bake/write/sections.h"

#define LOCAL_BYTES (4u * FORMAT_LOCAL_WORDS)

/* Writes REST or BIND; scales that are one when stored are left out. */
static void write_locals(sections *out, const bake_model *model, uint32_t tag, const trs *locals)
{
    static const trs none = {.r = {0, 0, 0, 1}, .s = {1, 1, 1}};
    const bool big_endian = model->job.options->big_endian;
    const encoding_traits *p = model->job.traits;
    byte_buffer *buffer = section_add(out, tag);
    FREED_BY(buffer_free)
    byte_buffer heads = {0}, scales = {.big_endian = big_endian}, one = {.big_endian = big_endian};
    uint32_t scale_count = 0;
    encode_local(&one, p, &none, 0, 0);
    for (uint32_t i = 0; i < model->joints.count; i++) {
        FREED_BY(buffer_free) byte_buffer local = {.big_endian = big_endian};
        encode_local(&local, p, &locals[i], units_translation_exponent(model, i),
                     units_scale_exponent(model, i));
        const size_t scale_bytes = local.count - LOCAL_BYTES;
        buffer_bytes(&heads, local.bytes, LOCAL_BYTES);
        if (memcmp(local.bytes + LOCAL_BYTES, one.bytes + LOCAL_BYTES, scale_bytes) != 0) {
            buffer_u32(&scales, i);
            buffer_bytes(&scales, local.bytes + LOCAL_BYTES, scale_bytes);
            scale_count++;
        }
    }
    buffer_u32(buffer, scale_count);
    buffer_bytes(buffer, heads.bytes, heads.count);
    buffer_bytes(buffer, scales.bytes, scales.count);
}

void write_joints(sections *out, const bake_model *model)
{
    byte_buffer *joints = section_add(out, FORMAT_JOINTS);
    for (uint32_t i = 0; i < model->joints.count; i++) {
        const bake_joint *joint = &model->joints.joints[i];
        const bool named = joint->node != BAKE_NONE;
        buffer_u16(joints, (uint16_t)joint->parent); /* BAKE_NONE becomes PELT_NO_JOINT */
        buffer_u16(joints, (uint16_t)model->units.scale_shift[i]);
        buffer_u32(joints, write_name(out, named ? model->job.scene->nodes[joint->node].name : ""));
    }
    write_locals(out, model, FORMAT_REST, model->joints.rest);
    if (model->job.options->bind)
        write_locals(out, model, FORMAT_BIND, model->units.bind);
}

static void write_between(byte_buffer *to, const bake_model *model, const bake_between *between,
                          const bake_grid *grid)
{
    buffer_u16(to, between->source, between->target,
               (uint16_t)fmin(fmax(rint(32768 * between->part), 1), INT16_MAX), 0);
    for (int i = 0; i < 3; i++) {
        const double place = (between->pivot[i] - grid->origin[i]) / grid->step;
        if (model->job.traits->fixed)
            buffer_i32(to, (int32_t)fmin(fmax(rint(place), INT16_MIN), INT16_MAX));
        else
            buffer_f32(to, (float)place);
    }
}

static void write_betweens(sections *out, const bake_model *model)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->skins.count; i++)
        count += model->skins.skins[i].between_count;
    if (count == 0)
        return;
    byte_buffer *to = section_add(out, FORMAT_BETWEENS);
    count = 0;
    for (uint32_t i = 0; i < model->skins.count; i++) {
        buffer_u32(to, count);
        count += model->skins.skins[i].between_count;
    }
    buffer_u32(to, count);
    for (uint32_t i = 0; i < model->skins.count; i++) {
        const bake_skin *skin = &model->skins.skins[i];
        for (uint32_t k = 0; k < skin->between_count; k++)
            write_between(to, model, &skin->betweens[k],
                          units_grid(model, &skin->entries[skin->betweens[k].source]));
    }
}

void write_skins(sections *out, const bake_model *model)
{
    byte_buffer *skins = section_add(out, FORMAT_SKINS);
    byte_buffer *entries = section_add(out, FORMAT_ENTRIES);
    for (uint32_t i = 0; i < model->skins.count; i++) {
        const bake_skin *skin = &model->skins.skins[i];
        buffer_u32(skins, skin->first, skin->entry_count + skin->between_count);
        for (uint32_t k = 0; k < skin->entry_count; k++) {
            const mat34 folded = units_fold(model, &skin->entries[k]);
            buffer_u16(entries, (uint16_t)skin->entries[k].joint);
            encode_entry(entries, model->job.traits, &folded);
        }
    }
    write_betweens(out, model);
}

void write_masks(sections *out, const bake_model *model)
{
    const uint32_t places = model->joints.count + model->meshes.count;
    const uint32_t count = model->job.options->mask_count;
    byte_buffer *to = count == 0 ? NULL : section_add_optional(out, FORMAT_MASKS);
    for (uint32_t i = 0; i < count; i++) {
        buffer_u32(to, write_name(out, model->masks[i].name));
        buffer_bytes(to, model->masks[i].weights, places);
        buffer_pad4(to);
    }
}
