/* SPDX-License-Identifier: MIT */
/* Animations: one clip each, one channel for each node and path. */
#include <stdlib.h>
#include <string.h>

#include "common/progress.h"
#include "gltf/loader.h"

typedef struct sampler_source {
    uint32_t input, output;
    scene_interpolation interpolation;
} sampler_source;

typedef struct skipped_channels {
    uint32_t count;
    const char *why;
    json_place where;
} skipped_channels;

static bool read_sampler(gltf_loader *l, sampler_source *out, const json_t *object,
                         const json_place *where)
{
    static const char *const names[] = {"STEP", "LINEAR", "CUBICSPLINE"};
    const json_t *string = NULL;
    if (!json_read_index(l->d, &out->input, object, where, "input", JSON_REQUIRED,
                         l->accessor_count) ||
        !json_read_index(l->d, &out->output, object, where, "output", JSON_REQUIRED,
                         l->accessor_count) ||
        !json_read_string(l->d, &string, object, where, "interpolation", JSON_OPTIONAL))
        return false;
    out->interpolation = SCENE_LINEAR;
    if (string == NULL)
        return true;
    for (int i = 0; i < 3; i++) {
        if (strcmp(json_string_value(string), names[i]) == 0) {
            out->interpolation = (scene_interpolation)i;
            return true;
        }
    }
    return json_fail(l->d, where, "interpolation \"%.20s\" is unknown", json_string_value(string));
}

static bool read_times(gltf_loader *l, scene_channel *channel, uint32_t accessor,
                       const json_place *where)
{
    const gltf_accessor *input = &l->accessors[accessor];
    const json_place place = json_key(where, "input");
    if (input->shape != GLTF_SCALAR || input->component != GLTF_F32)
        return json_fail(l->d, &place, "accessor %u must be SCALAR of float", accessor);
    if (input->count > SCENE_MAX_KEYS)
        return json_fail(l->d, &place, "%u keys are more than the limit of %u", input->count,
                         SCENE_MAX_KEYS);
    if (!gltf_spend(l, input->count, &place) || !gltf_decode(l, &channel->times, accessor))
        return false;
    channel->key_count = input->count;
    for (uint32_t i = 1; i < input->count; i++)
        if (channel->times[i] <= channel->times[i - 1])
            return json_fail(l->d, &place, "key times do not increase at number %u", i);
    return true;
}

static bool check_output_type(gltf_loader *l, const scene_channel *channel, uint32_t accessor,
                              const json_place *place)
{
    static const gltf_shape shape_of[] = {GLTF_VEC3, GLTF_VEC4, GLTF_VEC3, GLTF_SCALAR};
    const gltf_accessor *output = &l->accessors[accessor];
    const bool floats = output->component == GLTF_F32;
    const bool units = output->normalised && output->component <= GLTF_U16;
    const bool may_be_units = channel->path == SCENE_ROTATION || channel->path == SCENE_WEIGHTS;
    if (output->shape == shape_of[channel->path] && (floats || (may_be_units && units)))
        return true;
    return json_fail(l->d, place, "accessor %u must be %s of float%s", accessor,
                     channel->path == SCENE_ROTATION  ? "VEC4"
                     : channel->path == SCENE_WEIGHTS ? "SCALAR"
                                                      : "VEC3",
                     may_be_units ? " or normalised integers" : "");
}

static bool check_rotations(gltf_loader *l, const scene_channel *channel, const json_place *place)
{
    const bool cubic = channel->interpolation == SCENE_CUBICSPLINE;
    for (uint32_t i = 0; i < channel->key_count; i++) {
        double q[4];
        memcpy(q, channel->values + (cubic ? 3 * (size_t)i + 1 : i) * 4, sizeof q);
        if (!quat_normalise(q))
            return json_fail(l->d, place, "rotation key %u has zero length", i);
    }
    return true;
}

static bool read_values(gltf_loader *l, scene_channel *channel, uint32_t accessor,
                        const json_place *where)
{
    const json_place place = json_key(where, "output");
    if (!check_output_type(l, channel, accessor, &place))
        return false;
    const gltf_accessor *output = &l->accessors[accessor];
    const uint64_t per_key = (channel->path == SCENE_WEIGHTS ? channel->width : 1u) *
                             (channel->interpolation == SCENE_CUBICSPLINE ? 3u : 1u);
    if (output->count != channel->key_count * per_key)
        return json_fail(l->d, &place, "accessor %u has %u values, %u keys need %llu", accessor,
                         output->count, channel->key_count,
                         (unsigned long long)(channel->key_count * per_key));
    if (!gltf_spend(l, channel->key_count * per_key * gltf_shape_width(output->shape) / 4, &place))
        return false;
    return gltf_decode(l, &channel->values, accessor) &&
           (channel->path != SCENE_ROTATION || check_rotations(l, channel, &place));
}

/* Counts a channel that is left out; the first of a clip is the example in its warning. */
static void skip_channel(skipped_channels *skipped, const char *why, const json_place *where)
{
    if (skipped->count++ != 0)
        return;
    skipped->why = why;
    skipped->where = *where;
}

/* Node and path of a channel; *used is false where there is nothing here to animate. */
static bool read_target(gltf_loader *l, scene_channel *channel, bool *used,
                        skipped_channels *skipped, const json_t *object, const json_place *where)
{
    static const char *const names[] = {"translation", "rotation", "scale", "weights"};
    const scene *s = l->scene;
    const json_t *target = NULL, *string = NULL;
    const json_place place = json_key(where, "target");
    channel->node = SCENE_NONE;
    *used = false;
    if (!json_read_object(l->d, &target, object, where, "target", JSON_REQUIRED) ||
        !json_read_index(l->d, &channel->node, target, &place, "node", JSON_OPTIONAL,
                         s->node_count) ||
        !json_read_string(l->d, &string, target, &place, "path", JSON_REQUIRED))
        return false;
    const char *path = json_string_value(string);
    if (channel->node == SCENE_NONE) {
        skip_channel(skipped, "no target node", &place);
        return true;
    }
    int index = 0;
    while (index < 4 && strcmp(path, names[index]) != 0)
        index++;
    if (index == 4) {
        skip_channel(skipped, "unknown path", &place);
        return true;
    }
    channel->path = (scene_path)index;
    channel->width = channel->path == SCENE_ROTATION ? 4 : 3;
    if (channel->path == SCENE_WEIGHTS) {
        const uint32_t mesh = s->nodes[channel->node].mesh;
        channel->width = mesh == SCENE_NONE ? 0 : s->meshes[mesh].target_count;
        if (channel->width == 0) {
            skip_channel(skipped, "weights of a mesh without morph targets", &place);
            return true;
        }
    }
    *used = true;
    return true;
}

/* Appends, or replaces an earlier channel on the same node and path: the last one wins. */
static void add_channel(scene_clip *clip, scene_channel *channels, uint32_t *slots,
                        skipped_channels *skipped, const scene_channel *channel,
                        const json_place *where)
{
    uint32_t *slot = &slots[channel->node * 4 + (uint32_t)channel->path];
    if (*slot != 0)
        skip_channel(skipped, "an earlier one on the same node and path", where);
    else
        *slot = ++clip->channel_count;
    channels[*slot - 1] = *channel;
}

static void find_range(scene_clip *clip)
{
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const scene_channel *channel = &clip->channels[i];
        const double first = channel->times[0], last = channel->times[channel->key_count - 1];
        if (i == 0 || first < clip->start_s)
            clip->start_s = first;
        if (i == 0 || last > clip->end_s)
            clip->end_s = last;
    }
}

/* slots: zeros, [node_count][4], and zeros again on return. */
static bool read_clip(gltf_loader *l, scene_clip *clip, const json_t *object,
                      const json_place *where, uint32_t *slots)
{
    const json_t *channel_array = NULL, *sampler_array = NULL;
    if (!gltf_name(l, &clip->name, object, where) ||
        !json_read_array(l->d, &channel_array, object, where, "channels", JSON_OPTIONAL) ||
        !json_read_array(l->d, &sampler_array, object, where, "samplers", JSON_OPTIONAL))
        return false;
    const size_t count = json_array_size(channel_array),
                 sampler_count = json_array_size(sampler_array);
    const json_place channel_list = json_key(where, "channels"),
                     sampler_list = json_key(where, "samplers");
    scene_channel *channels = gltf_alloc(l, count, sizeof *channels);
    if (channels == NULL)
        return false;
    clip->channels = channels;
    skipped_channels skipped = {0};
    for (size_t i = 0; i < count; i++) {
        const json_t *item = NULL, *sampler = NULL;
        const json_place place = json_item(&channel_list, i);
        scene_channel channel = {0};
        uint32_t sampler_index = 0;
        bool used = false;
        if (!json_element_object(l->d, &item, channel_array, &channel_list, i) ||
            !json_read_index(l->d, &sampler_index, item, &place, "sampler", JSON_REQUIRED,
                             (uint32_t)sampler_count) ||
            !read_target(l, &channel, &used, &skipped, item, &place))
            return false;
        if (!used)
            continue;
        sampler_source source = {0};
        const json_place sampler_place = json_item(&sampler_list, sampler_index);
        if (!json_element_object(l->d, &sampler, sampler_array, &sampler_list, sampler_index) ||
            !read_sampler(l, &source, sampler, &sampler_place))
            return false;
        channel.interpolation = source.interpolation;
        if (!read_times(l, &channel, source.input, &sampler_place) ||
            !read_values(l, &channel, source.output, &sampler_place))
            return false;
        add_channel(clip, channels, slots, &skipped, &channel, &place);
    }
    for (uint32_t i = 0; i < clip->channel_count; i++)
        slots[channels[i].node * 4 + (uint32_t)channels[i].path] = 0;
    find_range(clip);
    if (skipped.count != 0)
        diag_warn(l->file, "%u animation channels are left out, the first (%s) is %s",
                  skipped.count, skipped.why, skipped.where.text);
    if (clip->start_s < 0)
        diag_warn(l->file, "clip starts before time 0, %s", where->text);
    return true;
}

bool gltf_load_clips(gltf_loader *l)
{
    scene *s = l->scene;
    const json_t *array = NULL;
    if (!gltf_list(l, &array, &s->clip_count, "animations", GLTF_MAX_ITEMS))
        return false;
    s->clips = gltf_alloc(l, s->clip_count, sizeof *s->clips);
    if (s->clips == NULL)
        return false;
    const json_place list = json_key(&l->root_place, "animations");
    uint32_t *slots = diag_calloc((size_t)s->node_count * 4, sizeof *slots);
    bool ok = true;
    for (uint32_t i = 0; ok && i < s->clip_count; i++) {
        const json_t *object = NULL;
        const json_place where = json_item(&list, i);
        progress("reading clips", i, s->clip_count);
        ok = json_element_object(l->d, &object, array, &list, i) &&
             read_clip(l, &s->clips[i], object, &where, slots) &&
             gltf_read_events(l, &s->clips[i], object, &where);
        s->clips[i].index = i;
    }
    free(slots);
    return ok;
}
