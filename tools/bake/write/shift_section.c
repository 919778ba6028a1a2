/* SPDX-License-Identifier: MIT */
/* Writes FLIP: where clips move the textures of materials. */
#include <stdlib.h>

#include "bake/write/sections.h"
#include "common/compare.h"
#include "scene/moments.h"
#include "scene/texture.h"

typedef struct placed_shift {
    int32_t time, order, u, v;
    uint32_t material;
} placed_shift;

COMPARE_BY(by_time, int32_t, 2)

/* In units of a texture, without whole ones where these change nothing. */
static int32_t number_of(double shift, uint32_t wrap)
{
    const double period = wrap == PELT_WRAP_MIRROR ? 2 : 1;
    if (wrap != PELT_WRAP_CLAMP)
        shift -= period * floor(shift / period);
    return (int32_t)lrint(fmin(fmax(shift * FORMAT_SHIFT_ONE, INT16_MIN), INT16_MAX));
}

/* What is stored for a material: the texture that its primitives have, with its material; or NULL. */
static const bake_texture *texture_of(const scene_material **material, const bake_model *model,
                                      uint32_t index)
{
    const scene *s = model->job->scene;
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const scene_instance *at = &s->instances[i];
        const bake_mapping *map = &model->textures.of[at->mesh][at->primitive];
        *material = scene_instance_primitive(s, at)->material;
        if ((*material)->index == index && map->texture != BAKE_NONE)
            return &model->textures.textures[map->texture];
    }
    return NULL;
}

void write_shifts(sections *out, const bake_model *model)
{
    const scene *s = model->job->scene;
    FREED placed_shift *all = NULL;
    uint32_t count = 0, capacity = 0, lost = 0;
    FREED_BY(buffer_free) byte_buffer heads = {.big_endian = out->writer.big_endian};
    buffer_u32(&heads, 0);
    for (uint32_t c = 0; c < s->clip_count; c++) {
        const scene_clip *clip = &s->clips[c];
        const uint32_t first = count;
        for (uint32_t i = 0; i < clip->shift_count; i++) {
            const scene_shift *from = &clip->shifts[i];
            const scene_material *material;
            const bake_texture *t = texture_of(&material, model, from->material);
            lost += t == NULL ? from->key_count : 0;
            for (uint32_t k = 0; t != NULL && k < from->key_count; k++) {
                double by[2];
                texture_shift(by, material, from->offsets + 2 * (size_t)k);
                all = diag_grow(all, count, &capacity, sizeof *all);
                /* The first key holds before it, too. */
                all[count] = (placed_shift){
                    scene_ticks(k == 0 ? clip->start_s : from->times[k]), (int32_t)(count - first),
                    number_of(by[0] * t->whole[0], t->wrap[0]),
                    number_of(by[1] * t->whole[1], t->wrap[1]), from->material};
                count++;
            }
        }
        if (count > first)
            qsort(all + first, count - first, sizeof *all, by_time);
        buffer_u32(&heads, count);
    }
    if (lost > 0)
        diag_warn(model->job->options->file,
                  "%u keys of textures' offsets are left out, as nothing has the textures, "
                  "/animations, give --textures auto",
                  lost);
    byte_buffer *to = count > 0 ? section_add_optional(out, FORMAT_SHIFTS) : NULL;
    if (to != NULL)
        buffer_bytes(to, heads.bytes, heads.count);
    for (uint32_t i = 0; i < count; i++) {
        buffer_i32(to, all[i].time);
        buffer_u32(to, all[i].material);
        buffer_u16(to, (uint16_t)all[i].u);
        buffer_u16(to, (uint16_t)all[i].v);
    }
}
