/* SPDX-License-Identifier: MIT */
/* Writes animations to CLIP, TRAK and KEYS. */
#include <stdio.h>
#include <stdlib.h>

#include "bake/write/sections.h"
#include "common/compare.h"
#include "common/progress.h"
#include "scene/moments.h"

/// Keys //////////////////////////////////////////////////////////////////////////////////////////

/* Writes the times of the kept keys. */
static void put_timeline(byte_buffer *out, const clip_frames *grid, const bake_curve *curve)
{
    const uint32_t count = curve->kept_count;
    FREED uint32_t *frames = diag_calloc(count, sizeof *frames);
    uint32_t form = FORMAT_TICKS;
    if (clip_frames_of(frames, grid, curve))
        form = frames[count - 1] - frames[0] == count - 1 ? FORMAT_FRAMES_ALL
               : frames[count - 1] <= UINT8_MAX           ? FORMAT_FRAMES_8
                                                          : FORMAT_FRAMES_16;
    for (uint32_t k = 0; k < count && form == FORMAT_TICKS; k++)
        frames[k] = (uint32_t)curve->ticks[curve->kept[k]] - (uint32_t)grid->start;
    blob_timeline_put(out, form, frames, count);
}

/* Writes bits from the top of each word down. */
typedef struct bit_writer {
    byte_buffer *out;
    uint64_t waiting; /* in the low bits; fewer than 32 between calls */
    uint32_t count;
} bit_writer;

static void put_bits(bit_writer *to, uint32_t number, uint32_t bits)
{
    to->waiting = to->waiting << bits | number;
    to->count += bits;
    if (to->count >= 32) {
        to->count -= 32;
        buffer_u32(to->out, (uint32_t)(to->waiting >> to->count));
    }
}

/* Writes the values of the kept keys of a curve with more than one, those of joints as value *
 * 2^exponent. Returns the flags that its kind has beside path and interpolation. */
static uint32_t put_keys(byte_buffer *out, const encoding_traits *p, const bake_curve *curve,
                         int exponent, uint32_t timeline)
{
    packed_curve packed = curve_quantise(curve, encode_bits(p, curve->path, exponent));
    buffer_u32(out, timeline);
    buffer_u8(out, packed.form);
    for (uint32_t c = 0; c < packed.components; c++)
        buffer_u8(out, packed.bits[c]);
    buffer_pad4(out);
    for (uint32_t c = 0; c < packed.components && !packed.whole; c++)
        buffer_u16(out, (uint16_t)packed.ranges[c].low, packed.ranges[c].extent);
    bit_writer to = {out, 0, 0};
    for (uint32_t i = 0; i < packed.rows; i++)
        for (uint32_t c = 0; c < packed.components; c++)
            put_bits(&to, packed.numbers[(size_t)i * packed.components + c], packed.bits[c]);
    if (to.count > 0)
        put_bits(&to, 0, 32 - to.count);
    else if (packed.bits[packed.components - 1] == 0)
        buffer_u32(out, 0); /* for a component that begins behind the keys, see format_key_words */
    region_free(&packed.memory);
    return packed.whole ? FORMAT_WHOLE_RANGE : 0;
}

/// Clips /////////////////////////////////////////////////////////////////////////////////////////

typedef struct clip_sections {
    byte_buffer *clips, *tracks, *keys;
    buffer_pool pool;   /* of timelines and values; equal ones are stored once */
    uint64_t words;     /* words of KEYS that opening reads; shared ones count each time */
    uint32_t keys_left; /* see bake_curve */
} clip_sections;

typedef struct track_place {
    uint32_t timeline, joint, kind, values; /* timeline is FORMAT_NONE for constants */
    uint32_t timeline_words, value_words;
} track_place;

COMPARE_BY(compare_places, uint32_t, 3)

static int exponent_of(const bake_model *model, const bake_curve *curve)
{
    if (curve->path == FORMAT_TRANSLATION)
        return units_translation_exponent(model, curve->joint);
    if (curve->path == FORMAT_SCALE)
        return units_scale_exponent(model, curve->joint);
    return 0;
}

/* Writes timeline and values of a track, and counts the words that opening reads of both. */
static track_place put_curve(clip_sections *to, const bake_model *model, const bake_curve *curve,
                             const clip_frames *grid)
{
    const encoding_traits *p = model->job.traits;
    const int exponent = exponent_of(model, curve);
    const bool constant = curve->kept_count == 1;
    FREED_BY(buffer_free) byte_buffer data = {.big_endian = model->job.options->big_endian};
    track_place place = {.joint = curve->joint, .timeline = FORMAT_NONE};
    place.kind =
        (uint32_t)curve->path * 4 + (uint32_t)(constant ? FORMAT_CONSTANT : curve->interpolation);
    if (constant) {
        for (uint32_t i = 0; i < curve->width; i++)
            encode_component(&data, p, curve->path, curve_value(curve, curve->kept[0])[i],
                             exponent);
    } else {
        put_timeline(&data, grid, curve);
        place.timeline = pool_add(&to->pool, data.bytes, data.count);
        place.timeline_words = (uint32_t)(data.count / 4) + 2;
        data.count = 0;
        place.kind |= put_keys(&data, p, curve, exponent, place.timeline);
    }
    place.values = pool_add(&to->pool, data.bytes, data.count);
    place.value_words = (uint32_t)(data.count / 4) + 3;
    return place;
}

/* A store of clips has no meshes: its tracks have the weights of one target each, by name. */
static bool is_split(const bake_model *model, const bake_curve *curve)
{
    return model->job.options->part == BAKE_CLIPS && curve->path == FORMAT_WEIGHTS;
}

/* Writes what a curve of weights has of one target. Returns false if that is always its default. */
static bool put_weight(track_place *place, clip_sections *to, const bake_model *model,
                       const bake_curve *curve, uint32_t target, const clip_frames *grid)
{
    bake_curve one = *curve;
    const uint32_t rows = curve_stride(curve) / curve->width * curve->key_count;
    bool moves = false;
    FREED double *values = diag_calloc(rows, sizeof *values);
    for (uint32_t i = 0; i < rows; i++) {
        values[i] = curve->values[(size_t)i * curve->width + target];
        moves |= values[i] != values[0];
    }
    one.width = 1;
    one.values = values;
    one.kept_count = moves ? one.kept_count : 1;
    const bool wanted = moves || values[0] != model->morphs[curve->joint].weights[target];
    one.joint = target;
    for (uint32_t m = 0; m < curve->joint; m++)
        one.joint += model->meshes.meshes[m].target_count;
    if (wanted)
        *place = put_curve(to, model, &one, grid);
    place->kind |= wanted ? FORMAT_ONE_TARGET : 0;
    return wanted;
}

static void put_tracks(clip_sections *to, const bake_model *model, const clip_curves *curves,
                       const clip_frames *grid)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < curves->count; i++)
        count += is_split(model, &curves->curves[i]) ? curves->curves[i].width : 1;
    FREED track_place *places = diag_calloc(count, sizeof *places);
    count = 0;
    for (uint32_t i = 0; i < curves->count; i++) {
        const bake_curve *curve = &curves->curves[i];
        if (!is_split(model, curve))
            places[count++] = put_curve(to, model, curve, grid);
        for (uint32_t k = 0; is_split(model, curve) && k < curve->width; k++)
            count += put_weight(&places[count], to, model, curve, k, grid);
    }
    qsort(places, count, sizeof *places, compare_places);
    for (uint32_t i = 0; i < count; i++) {
        buffer_u16(to->tracks, places[i].joint, places[i].kind);
        buffer_u32(to->tracks, places[i].values);
        to->words += places[i].value_words;
        if (i == 0 || places[i].timeline != places[i - 1].timeline)
            to->words += places[i].timeline_words;
    }
}

/* An array of numbers that a channel refers to; the same address is the same array. */
typedef struct source_array {
    uintptr_t address;
    size_t count;
} source_array;

COMPARE_BY(compare_addresses, uintptr_t, 1)

/* The bytes of the arrays as 32-bit floats; each array that channels share counts once. */
static size_t shared_bytes(source_array *arrays, uint32_t count)
{
    size_t bytes = 0;
    qsort(arrays, count, sizeof *arrays, compare_addresses);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || arrays[i].address != arrays[i - 1].address)
            bytes += 4 * arrays[i].count;
    return bytes;
}

/* Counts the bytes that this blob's channels take in the file. */
static void count_source(bake_clip_stats *stats, const bake_model *model, const scene_clip *clip)
{
    FREED source_array *arrays = diag_calloc(clip->channel_count, 2 * sizeof *arrays);
    uint32_t count = 0;
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const scene_channel *c = &clip->channels[i];
        if (!channel_is_used(model, c))
            continue;
        const size_t values = c->width * (size_t)scene_key_values(c);
        stats->keys_in += c->key_count;
        arrays[count++] = (source_array){(uintptr_t)c->times, c->key_count};
        arrays[count++] = (source_array){(uintptr_t)c->values, values * c->key_count};
    }
    stats->bytes_in = shared_bytes(arrays, count);
}

static bool clip_ticks(int32_t *tick, diag *d, uint32_t clip, double seconds)
{
    if (!(fabs(seconds) < CURVE_MAX_SECONDS))
        return diag_fail(d, DIAG_INVALID,
                         "a key lies at %.6g s, beyond 2047 s, /animations/%u, shift or cut it",
                         seconds, clip);
    *tick = scene_ticks(seconds);
    return true;
}

static size_t bytes_of(const clip_sections *to)
{
    return to->keys->count + to->tracks->count + to->clips->count;
}

static bool write_clip(clip_sections *to, sections *out, const bake_model *model, uint32_t clip)
{
    const scene_clip *source = &model->job.scene->clips[clip];
    const size_t before = bytes_of(to);
    int32_t start = 0, end = 0;
    if (!clip_ticks(&start, model->job.d, source->index, source->start_s) ||
        !clip_ticks(&end, model->job.d, source->index, source->end_s))
        return false;
    FREED_BY(clip_curves_free) clip_curves curves;
    if (!clip_curves_gather(&curves, model, clip, &to->keys_left))
        return false;
    const uint32_t first = (uint32_t)(to->tracks->count / sizeof(format_track));
    bake_clip_stats stats = {.name = source->name};
    const clip_frames grid = clip_frames_choose(curves.curves, curves.count, start, end);
    fit_curves(curves.curves, curves.count);
    buffer_u32(to->clips, write_name(out, source->name));
    buffer_i32(to->clips, start);
    buffer_i32(to->clips, end);
    buffer_u32(to->clips, grid.rate);
    put_tracks(to, model, &curves, &grid);
    stats.tracks_out = (uint32_t)(to->tracks->count / sizeof(format_track)) - first;
    buffer_u32(to->clips, first, stats.tracks_out);
    for (uint32_t i = 0; i < curves.count; i++) {
        stats.keys_out += curves.curves[i].kept_count;
        stats.keys_inserted += curves.curves[i].inserted;
    }
    stats.bytes_out = bytes_of(to) - before;
    count_source(&stats, model, source);
    out->stats.clips[clip] = stats;
    return true;
}

void write_target_names(sections *out, const bake_model *model)
{
    byte_buffer *to = NULL;
    for (uint32_t m = 0; m < model->meshes.count; m++) {
        const bake_mesh *mesh = &model->meshes.meshes[m];
        const scene *s = model->job.scene;
        const scene_mesh *source = &s->meshes[s->nodes[mesh->node].mesh];
        for (uint32_t k = 0; k < mesh->target_count; k++) {
            char plain[SCENE_MAX_NAME_BYTES + 16];
            const bool named = source->target_names != NULL && source->target_names[k][0] != '\0';
            snprintf(plain, sizeof plain, "%s %u", source->name, k);
            to = to == NULL ? section_add_optional(out, FORMAT_TARGETS) : to;
            buffer_u32(to, write_name(out, named ? source->target_names[k] : plain));
        }
    }
}

void write_no_clips(sections *out, const bake_model *model)
{
    const scene *s = model->job.scene;
    section_add(out, FORMAT_CLIPS);
    section_add(out, FORMAT_TRACKS);
    section_add(out, FORMAT_KEYS);
    byte_buffer *covered = s->clip_count > 0 ? section_add_optional(out, FORMAT_COVERED) : NULL;
    for (uint32_t i = 0; i < s->clip_count; i++) {
        out->stats.clips[i].name = s->clips[i].name;
        buffer_u32(covered, write_name(out, s->clips[i].name));
        buffer_i32(covered, scene_ticks(s->clips[i].start_s));
        buffer_i32(covered, scene_ticks(s->clips[i].end_s));
    }
}

bool write_clips(sections *out, const bake_model *model)
{
    const uint32_t clip_count = model->job.scene->clip_count;
    clip_sections to = {.clips = section_add(out, FORMAT_CLIPS),
                        .tracks = section_add(out, FORMAT_TRACKS),
                        .keys = section_add(out, FORMAT_KEYS),
                        .keys_left = CURVE_MAX_NEW_KEYS};
    to.pool.buffer = to.keys;
    bool ok = true;
    if (clip_count > UINT16_MAX)
        ok = diag_fail(model->job.d, DIAG_INVALID,
                       "%u animations, the limit is %u, /animations, split the file", clip_count,
                       UINT16_MAX);
    for (uint32_t i = 0; ok && i < clip_count; i++) {
        progress("fitting clips", i, clip_count);
        ok = write_clip(&to, out, model, i);
    }
    pool_free(&to.pool);
    if (ok && (to.keys->count > INT32_MAX || to.words > INT32_MAX))
        ok = diag_fail(model->job.d, DIAG_INVALID,
                       "more than 2^31 bytes of keys, /animations, split the file");
    /* Opening may read no more words than the blob has bytes, so a blob whose keys are shared often
     * is padded with zeros. */
    if (ok && to.keys->count > 0)
        buffer_u32(to.keys, 0); /* the word that is read behind the last keys */
    while (ok && to.keys->count + to.tracks->count < to.words)
        buffer_u32(to.keys, 0);
    return ok;
}
