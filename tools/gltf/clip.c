/* SPDX-License-Identifier: MIT */
/* Reads animations: each becomes a clip, with one channel for each node and path, and the
 * offsets of textures. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/progress.h"
#include "gltf/loader.h"
#include "scene/channel.h"

/* A clip that is read, and the channels that are left out, with the first of them. */
typedef struct reading {
    gltf_loader *l;
    json_at samplers;
    scene_clip *clip;
    scene_channel *channels; /* the clip's */
    scene_shift *shifts;
    uint32_t skipped;
    const char *why;
    json_at where;
} reading;

static scene_interpolation read_interpolation(const json_at *sampler)
{
    static const char *const names[] = {"STEP", "LINEAR", "CUBICSPLINE"};
    const json_at string = json_get(sampler, "interpolation", JSON_STRING);
    for (int i = 0; i < 3 && string.value != NULL; i++)
        if (strcmp(json_string_value(string.value), names[i]) == 0)
            return (scene_interpolation)i;
    if (string.value != NULL)
        json_fail(sampler, "interpolation \"%.20s\" is unknown", json_string_value(string.value));
    return SCENE_LINEAR;
}

static bool read_times(gltf_loader *l, scene_channel *channel, uint32_t accessor,
                       const json_at *sampler)
{
    const gltf_accessor *input = &l->accessors[accessor];
    const json_at place = json_member(sampler, "input");
    if (input->shape != GLTF_SCALAR || input->component != GLTF_F32)
        return json_fail(&place, "accessor %u must be SCALAR of float", accessor);
    if (input->count > SCENE_MAX_KEYS)
        return json_fail(&place, "%u keys are more than the limit of %u", input->count,
                         SCENE_MAX_KEYS);
    if (!gltf_spend(l, input->count, &place) || (channel->times = gltf_decode(l, accessor)) == NULL)
        return false;
    channel->key_count = input->count;
    for (uint32_t i = 1; i < input->count; i++)
        if (channel->times[i] <= channel->times[i - 1])
            return json_fail(&place, "key times do not increase at number %u", i);
    return true;
}

static bool check_output_type(gltf_loader *l, const scene_channel *channel, uint32_t accessor,
                              const json_at *place)
{
    static const gltf_shape shape_of[] = {GLTF_VEC3, GLTF_VEC4, GLTF_VEC3, GLTF_SCALAR};
    static const char *const wanted[] = {"VEC3", "VEC4", "VEC3", "SCALAR"};
    const gltf_accessor *output = &l->accessors[accessor];
    const bool floats = output->component == GLTF_F32;
    const bool units = output->normalised && output->component <= GLTF_U16;
    const bool may_be_units = channel->path == SCENE_ROTATION || channel->path == SCENE_WEIGHTS;
    if (output->shape == shape_of[channel->path] && (floats || (may_be_units && units)))
        return true;
    return json_fail(place, "accessor %u must be %s of float%s", accessor, wanted[channel->path],
                     may_be_units ? " or normalised integers" : "");
}

static bool check_rotations(const scene_channel *channel, const json_at *place)
{
    for (uint32_t i = 0; i < channel->key_count; i++) {
        double q[4];
        memcpy(q, channel_value(channel, i), sizeof q);
        if (!quat_normalise(q))
            return json_fail(place, "rotation key %u has zero length", i);
    }
    return true;
}

static bool read_values(gltf_loader *l, scene_channel *channel, uint32_t accessor,
                        const json_at *sampler)
{
    const json_at place = json_member(sampler, "output");
    if (!check_output_type(l, channel, accessor, &place))
        return false;
    const gltf_accessor *output = &l->accessors[accessor];
    const uint64_t needed = (uint64_t)(channel->path == SCENE_WEIGHTS ? channel->width : 1u) *
                            channel->key_count * scene_key_values(channel);
    if (output->count != needed)
        return json_fail(&place, "accessor %u has %u values, %u keys need %llu", accessor,
                         output->count, channel->key_count, (unsigned long long)needed);
    return gltf_spend(l, needed * gltf_width(output) / 4, &place) &&
           (channel->values = gltf_decode(l, accessor)) != NULL &&
           (channel->path != SCENE_ROTATION || check_rotations(channel, &place));
}

/* Counts a channel that is left out; the first of each clip is the example in the warning. Returns
 * false. */
static bool skip_channel(reading *r, const char *why, const json_at *where)
{
    if (r->skipped++ == 0) {
        r->why = why;
        r->where = *where;
    }
    return false;
}

/* Finds node and path of a channel. Returns false if it animates nothing that is used, or after a
 * failure. */
static bool read_target(reading *r, scene_channel *channel, const json_at *target, const char *path)
{
    static const char *const names[] = {"translation", "rotation", "scale", "weights"};
    const scene *s = r->l->scene;
    channel->node = json_index(target, "node", SCENE_NONE, s->node_count);
    if (!gltf_ok(r->l))
        return false;
    if (channel->node == SCENE_NONE)
        return skip_channel(r, "no target node", target);
    int index = 0;
    while (index < 4 && strcmp(path, names[index]) != 0)
        index++;
    if (index == 4)
        return skip_channel(r, "unknown path", target);
    channel->path = (scene_path)index;
    channel->width = channel->path == SCENE_WEIGHTS    ? scene_target_count(s, channel->node)
                     : channel->path == SCENE_ROTATION ? 4
                                                       : 3;
    return channel->width > 0 || skip_channel(r, "weights of a mesh without morph targets", target);
}

/* Appends a channel, or replaces an earlier one on the same node and path: the last one wins. */
static void add_channel(reading *r, const scene_channel *channel, const json_at *where)
{
    uint32_t *slot = &r->l->slots[channel->node * 4 + (uint32_t)channel->path];
    if (*slot != 0)
        skip_channel(r, "a later one replaces it", where);
    else
        *slot = ++r->clip->channel_count;
    r->channels[*slot - 1] = *channel;
}

/* Reads the keys of a texture's offset, at which a KHR_animation_pointer points; `keys` has their
 * interpolation. Returns false after a failure. */
static bool read_shift(reading *r, scene_channel *keys, uint32_t input, uint32_t output,
                       const json_at *sampler, const json_at *target)
{
    gltf_loader *const l = r->l;
    const json_at extensions = json_get(target, "extensions", JSON_OBJECT);
    const json_at extension = json_need(&extensions, "KHR_animation_pointer", JSON_OBJECT);
    const json_at pointer = json_need(&extension, "pointer", JSON_STRING);
    uint32_t material = 0;
    int length = 0;
    if (!gltf_ok(l))
        return false;
    const char *text = json_string_value(pointer.value);
    if (sscanf(text,
               "/materials/%9" SCNu32 "/pbrMetallicRoughness/baseColorTexture/extensions/"
               "KHR_texture_transform/offset%n",
               &material, &length) != 1 ||
        length == 0 || text[length] != '\0' || material >= l->material_count)
        skip_channel(r, "a pointer to other than the offset of a baseColorTexture", target);
    else if (keys->interpolation != SCENE_STEP)
        skip_channel(r, "an offset of a texture that is not of STEP keys", target);
    else if (l->accessors[output].shape != GLTF_VEC2 || l->accessors[output].component != GLTF_F32)
        return json_fail(sampler, "accessor %u must be VEC2 of float", output);
    else if (!read_times(l, keys, input, sampler))
        return false;
    else if (l->accessors[output].count != keys->key_count)
        return json_fail(sampler, "accessor %u has %u values, %u keys need as many", output,
                         l->accessors[output].count, keys->key_count);
    else if (!gltf_spend(l, keys->key_count, sampler) ||
             (keys->values = gltf_decode(l, output)) == NULL)
        return false;
    else
        r->shifts[r->clip->shift_count++] =
            (scene_shift){material, keys->key_count, keys->times, keys->values};
    return true;
}

static void extend_range(scene_clip *clip, const double *times, uint32_t count)
{
    clip->start_s = fmin(clip->start_s, times[0]);
    clip->end_s = fmax(clip->end_s, times[count - 1]);
}

static void find_range(scene_clip *clip)
{
    if (clip->channel_count + clip->shift_count == 0)
        return;
    clip->start_s = HUGE_VAL;
    clip->end_s = -HUGE_VAL;
    for (uint32_t i = 0; i < clip->channel_count; i++)
        extend_range(clip, clip->channels[i].times, clip->channels[i].key_count);
    for (uint32_t i = 0; i < clip->shift_count; i++)
        extend_range(clip, clip->shifts[i].times, clip->shifts[i].key_count);
}

/* Reads a channel with its sampler. Returns false after a failure. */
static bool read_channel(reading *r, const json_at *object)
{
    gltf_loader *const l = r->l;
    scene_channel channel = {0};
    const uint32_t index =
        json_index(object, "sampler", JSON_REQUIRED, (uint32_t)json_array_size(r->samplers.value));
    const json_at target = json_need(object, "target", JSON_OBJECT);
    const json_at path_text = json_need(&target, "path", JSON_STRING);
    const char *path = json_string_value(path_text.value);
    const bool is_shift = path != NULL && strcmp(path, "pointer") == 0;
    if (!is_shift && !read_target(r, &channel, &target, path))
        return gltf_ok(l);
    const json_at sampler = json_element(&r->samplers, index);
    const uint32_t input = json_index(&sampler, "input", JSON_REQUIRED, l->accessor_count);
    const uint32_t output = json_index(&sampler, "output", JSON_REQUIRED, l->accessor_count);
    channel.interpolation = read_interpolation(&sampler);
    if (is_shift)
        return read_shift(r, &channel, input, output, &sampler, &target);
    if (!gltf_ok(l) || !read_times(l, &channel, input, &sampler) ||
        !read_values(l, &channel, output, &sampler))
        return false;
    add_channel(r, &channel, object);
    return true;
}

static bool read_clip(gltf_loader *l, uint32_t index, const json_at *object)
{
    scene_clip *clip = &l->scene->clips[index];
    progress("reading clips", index, l->scene->clip_count);
    clip->index = index;
    clip->name = gltf_name(l, object);
    const json_at list = json_get(object, "channels", JSON_ARRAY);
    reading r = {.l = l, .samplers = json_get(object, "samplers", JSON_ARRAY), .clip = clip};
    const size_t count = json_array_size(list.value);
    clip->channels = r.channels = gltf_ok(l) ? gltf_alloc(l, count, sizeof *r.channels) : NULL;
    clip->shifts = r.shifts = gltf_ok(l) ? gltf_alloc(l, count, sizeof *r.shifts) : NULL;
    for (size_t i = 0; i < count && gltf_ok(l); i++) {
        const json_at item = json_element(&list, i);
        if (!gltf_ok(l) || !read_channel(&r, &item))
            return false;
    }
    if (!gltf_ok(l))
        return false;
    for (uint32_t i = 0; i < clip->channel_count; i++)
        l->slots[r.channels[i].node * 4 + (uint32_t)r.channels[i].path] = 0;
    find_range(clip);
    if (r.skipped != 0)
        diag_warn(l->file, "%u animation channels are left out, the first: %s, %s", r.skipped,
                  r.why, r.where.place);
    if (clip->start_s < 0)
        diag_warn(l->file, "clip starts before time 0, %s", object->place);
    return gltf_read_events(l, clip, object);
}

bool gltf_load_clips(gltf_loader *l)
{
    scene *s = l->scene;
    const json_at list = gltf_list(l, &s->clip_count, "animations", GLTF_MAX_ITEMS);
    s->clips = gltf_alloc(l, s->clip_count, sizeof *s->clips);
    l->slots = region_calloc(&l->memory, (size_t)s->node_count * 4, sizeof *l->slots);
    return gltf_each(l, &list, read_clip);
}
