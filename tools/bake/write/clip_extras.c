/* SPDX-License-Identifier: MIT */
/* Writes what clips have beside their tracks: EVNT, FLIP and ROOT. */
#include <stdlib.h>

#include "bake/write/sections.h"
#include "common/compare.h"
#include "scene/moments.h"
#include "scene/texture.h"

/// Events, ordered by time, within the clip //////////////////////////////////////////////////////

#define CLEARLY_TICKS 1049 /* 1 ms; an event less far outside the clip is put there by rounding */

typedef struct placed_event {
    int32_t time, order;
    const char *name;
} placed_event;

COMPARE_BY(by_time, int32_t, 2)

/* An event outside the clip would never fire, so it is moved to the nearer end. */
static int32_t place_event(const bake_model *model, const scene_clip *clip,
                           const scene_event *event)
{
    const int32_t start = scene_ticks(clip->start_s), end = scene_ticks(clip->end_s);
    const int32_t time = scene_ticks(event->time_s);
    const int32_t placed = time < start ? start : time > end ? end : time;
    if (llabs((long long)time - placed) > CLEARLY_TICKS)
        diag_warn(model->job.options->file,
                  "event \"%.100s\" at %.6g s is outside its clip and moves to %.6g s, "
                  "/animations/%u",
                  event->name, event->time_s, placed / (double)PELT_TICKS_PER_SECOND, clip->index);
    return placed;
}

bool write_events(sections *out, const bake_model *model)
{
    const scene *s = model->job.scene;
    uint64_t all = 0;
    for (uint32_t i = 0; i < s->clip_count; i++)
        all += s->clips[i].event_count;
    if (all > FORMAT_MAX_EVENTS)
        return diag_fail(model->job.d, DIAG_INVALID,
                         "%llu events, the limit is %u, /animations, give fewer",
                         (unsigned long long)all, FORMAT_MAX_EVENTS);
    if (all == 0)
        return true;
    byte_buffer *buffer = section_add_optional(out, FORMAT_EVENTS);
    uint32_t first = 0;
    buffer_u32(buffer, first);
    for (uint32_t i = 0; i < s->clip_count; i++)
        buffer_u32(buffer, first += s->clips[i].event_count);
    FREED placed_event *events = diag_calloc(all, sizeof *events);
    for (uint32_t i = 0; i < s->clip_count; i++) {
        const scene_clip *clip = &s->clips[i];
        for (uint32_t k = 0; k < clip->event_count; k++)
            events[k] = (placed_event){place_event(model, clip, &clip->events[k]), (int32_t)k,
                                       clip->events[k].name};
        qsort(events, clip->event_count, sizeof *events, by_time);
        for (uint32_t k = 0; k < clip->event_count; k++) {
            buffer_u32(buffer, write_name(out, events[k].name));
            buffer_i32(buffer, events[k].time);
        }
    }
    return true;
}

/// Where clips move the textures of materials ////////////////////////////////////////////////////

typedef struct placed_shift {
    int32_t time, order, u, v;
    uint32_t material;
} placed_shift;

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
    const scene *s = model->job.scene;
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
    const scene *s = model->job.scene;
    FREED placed_shift *all = NULL;
    uint32_t count = 0, lost = 0;
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
                all = diag_grow(all, count, sizeof *all);
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
        diag_warn(model->job.options->file,
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

/// Root motion ///////////////////////////////////////////////////////////////////////////////////

/* Writes the keys of one clip; returns false if it goes or turns too far for the format. */
static bool put_keys(byte_buffer *to, const bake_model *model, const scene_root_track *track)
{
    const encoding_traits *p = model->job.traits;
    const double length_one = p->fixed ? ldexp(1, 16 - model->units.unit_shift) : 1;
    const double turn_one = p->fixed ? (double)(1 << FORMAT_ROOT_TURN_BITS) : 1;
    const double limit = p->fixed ? (double)FORMAT_ROOT_LIMIT : HUGE_VAL;
    for (uint32_t k = 0; k < track->key_count; k++) {
        const scene_root_key *key = &track->keys[k];
        const double values[3] = {key->x * length_one, key->z * length_one, key->turns * turn_one};
        buffer_u32(to, (uint32_t)key->tick);
        for (int i = 0; i < 3; i++) {
            if (!(fabs(values[i]) <= limit))
                return false;
            buffer_u32(to, traits_bits(p, values[i], 1, limit));
        }
    }
    return true;
}

bool write_root(sections *out, const bake_model *model)
{
    const scene *s = model->job.scene;
    const scene_root *root = s->root;
    uint32_t first = 0;
    if (root == NULL)
        return true;
    byte_buffer *to = section_add_optional(out, FORMAT_ROOT);
    const uint32_t joint = model->joints.of_node[root->node];
    buffer_u16(
        to, joint == BAKE_NONE ? PELT_NO_JOINT : (uint16_t)joint,
        (uint16_t)((root->moves ? FORMAT_ROOT_MOVES : 0) | (root->turns ? FORMAT_ROOT_TURNS : 0)));
    for (uint32_t i = 0; i < s->clip_count; i++) {
        buffer_u32(to, root->tracks[i].key_count == 0 ? 0 : first, root->tracks[i].key_count);
        first += root->tracks[i].key_count;
    }
    for (uint32_t i = 0; i < s->clip_count; i++)
        if (!put_keys(to, model, &root->tracks[i]))
            return diag_fail(model->job.d, DIAG_INVALID,
                             "root motion beyond 8192 units of 2^%d or 32 turns, /animations/%u, "
                             "use a coarser --unit-shift or --precision float, or cut the clip",
                             model->units.unit_shift, s->clips[i].index);
    return true;
}
