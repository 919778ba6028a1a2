/* SPDX-License-Identifier: MIT */
/* MASK: names, and weights of joints and meshes. */
#include "bake/write/sections.h"
#include "src/blob/format.h"

void write_masks(sections *out, const bake_model *model)
{
    const uint32_t places = model->joints.count + model->meshes.count;
    byte_buffer *to = model->masks.count == 0 ? NULL : section_add_optional(out, FORMAT_MASKS);
    for (uint32_t i = 0; i < model->masks.count; i++) {
        buffer_u32(to, write_name(out, model->masks.masks[i].name));
        buffer_bytes(to, model->masks.masks[i].weights, places);
        buffer_pad4(to);
    }
}
