/* SPDX-License-Identifier: MIT */
/* Animations -> CLIP, TRAK and KEYS. */
#include <stdlib.h>
#include <string.h>

#include "bake_channels.h"
#include "bake_fit.h"
#include "bake_keys.h"

typedef struct clip_sections {
    byte_buffer *clips, *tracks, *keys;
    buffer_pool pool; /* timelines and values, equal ones once */
    uint64_t words;   /* that opening reads of KEYS: of what is shared, each time */
} clip_sections;

typedef struct track_place {
    uint32_t joint, kind, timeline, values;
    uint32_t timeline_words, value_words;
} track_place;

static int compare_places(const void *left, const void *right)
{
    const track_place *a = left, *b = right;
    if (a->timeline != b->timeline)
        return a->timeline < b->timeline ? -1 : 1;
    if (a->joint != b->joint)
        return a->joint < b->joint ? -1 : 1;
    return (a->kind > b->kind) - (a->kind < b->kind);
}

static void put_tracks(clip_sections *out, const baker *b, const clip_curves *curves)
{
    track_place *places = diag_calloc(curves->count, sizeof *places);
    for (uint32_t i = 0; i < curves->count; i++) {
        const bake_curve *curve = &curves->curves[i];
        byte_buffer data = {.big_endian = b->options->big_endian};
        places[i].joint = curve->joint;
        places[i].kind = (uint32_t)curve->path * 4 + (uint32_t)curve->interpolation;
        put_timeline(&data, b, curve);
        places[i].timeline = pool_add(&out->pool, &data);
        places[i].timeline_words = (uint32_t)(data.count / 4);
        data.count = 0;
        put_values(&data, b, curve);
        places[i].values = pool_add(&out->pool, &data);
        places[i].value_words = (uint32_t)(data.count / 4);
        buffer_free(&data);
    }
    qsort(places, curves->count, sizeof *places, compare_places);
    for (uint32_t i = 0; i < curves->count; i++) {
        buffer_u16(out->tracks, (uint16_t)places[i].joint);
        buffer_u16(out->tracks, (uint16_t)places[i].kind);
        buffer_u32(out->tracks, places[i].timeline);
        buffer_u32(out->tracks, places[i].values);
        out->words += places[i].value_words;
        if (i == 0 || places[i].timeline != places[i - 1].timeline)
            out->words += places[i].timeline_words;
    }
    free(places);
}

/* An array of numbers that a channel refers to; equal addresses are one array. */
typedef struct source_array {
    const double *numbers;
    size_t count;
} source_array;

static int compare_addresses(const void *left, const void *right)
{
    const uintptr_t a = (uintptr_t)((const source_array *)left)->numbers;
    const uintptr_t b = (uintptr_t)((const source_array *)right)->numbers;
    return (a > b) - (a < b);
}

/* Bytes as 32-bit floats, arrays that channels share once. */
static size_t shared_bytes(source_array *arrays, uint32_t count)
{
    size_t bytes = 0;
    qsort(arrays, count, sizeof *arrays, compare_addresses);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || arrays[i].numbers != arrays[i - 1].numbers)
            bytes += 4 * arrays[i].count;
    return bytes;
}

/* What the channels of this blob take in the file. */
static void count_source(bake_clip_stats *stats, const baker *b, const scene_clip *clip)
{
    source_array *arrays = diag_calloc(clip->channel_count, 2 * sizeof *arrays);
    uint32_t count = 0;
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const scene_channel *c = &clip->channels[i];
        if (!bake_uses_channel(b, c))
            continue;
        const size_t values = c->width * (c->interpolation == SCENE_CUBICSPLINE ? 3u : 1u);
        stats->channels_in++;
        stats->keys_in += c->key_count;
        arrays[count++] = (source_array){c->times, c->key_count};
        arrays[count++] = (source_array){c->values, values * c->key_count};
    }
    stats->bytes_in = shared_bytes(arrays, count);
    free(arrays);
}

static bool clip_ticks(int32_t *tick, baker *b, uint32_t clip, double seconds)
{
    if (!(fabs(seconds) < 2047))
        return diag_fail(b->d, DIAG_INVALID,
                         "/animations/%u has a key at %.6g s, the limit is 2047 s: shift or cut it",
                         clip, seconds);
    *tick = (int32_t)floor(seconds * BAKE_TICKS_PER_SECOND + 0.5);
    return true;
}

static bool write_clip(clip_sections *out, baker *b, uint32_t clip)
{
    const scene_clip *source = &b->s->clips[clip];
    bake_clip_stats *stats = &b->stats->clips[clip];
    const size_t before = out->keys->count + out->tracks->count + out->clips->count;
    int32_t start = 0, end = 0;
    if (!clip_ticks(&start, b, clip, source->start_s) || !clip_ticks(&end, b, clip, source->end_s))
        return false;
    clip_curves curves;
    const bool ok = clip_curves_gather(&curves, b, clip);
    if (ok) {
        fit_curves(curves.curves, curves.count, b->fixed);
        buffer_u32(out->clips, bake_name(b, source->name));
        buffer_i32(out->clips, start);
        buffer_i32(out->clips, end);
        buffer_u32(out->clips, (uint32_t)(out->tracks->count / sizeof(format_track)));
        buffer_u32(out->clips, curves.count);
        put_tracks(out, b, &curves);
    }
    for (uint32_t i = 0; i < curves.count; i++) {
        stats->keys_out += curves.curves[i].kept_count;
        stats->keys_inserted += curves.curves[i].inserted;
    }
    stats->name = source->name;
    stats->tracks_out = curves.count;
    stats->bytes_out = out->keys->count + out->tracks->count + out->clips->count - before;
    count_source(stats, b, source);
    clip_curves_free(&curves);
    return ok;
}

bool bake_write_clips(baker *b)
{
    clip_sections out = {0};
    out.clips = blob_section_add(&b->writer, FORMAT_CLIPS, FORMAT_SECTION_REQUIRED);
    out.tracks = blob_section_add(&b->writer, FORMAT_TRACKS, FORMAT_SECTION_REQUIRED);
    out.keys = blob_section_add(&b->writer, FORMAT_KEYS, FORMAT_SECTION_REQUIRED);
    out.pool.buffer = out.keys;
    b->stats->clip_count = b->s->clip_count;
    b->stats->clips = diag_calloc(b->s->clip_count, sizeof *b->stats->clips);
    b->new_keys_left = BAKE_MAX_NEW_KEYS;
    bool ok = true;
    if (b->s->clip_count > UINT16_MAX)
        ok = diag_fail(b->d, DIAG_INVALID,
                       "%u animations, the limit is %u, /animations, split the file",
                       b->s->clip_count, UINT16_MAX);
    for (uint32_t i = 0; ok && i < b->s->clip_count; i++)
        ok = write_clip(&out, b, i);
    pool_free(&out.pool);
    if (ok && (out.keys->count > INT32_MAX || out.words > INT32_MAX))
        ok = diag_fail(b->d, DIAG_INVALID,
                       "more than 2^31 bytes of keys, /animations, split the file");
    /* Opening reads no more words than there are bytes: what is shared often pays with zeros. */
    while (ok && out.keys->count + out.tracks->count < out.words)
        buffer_u32(out.keys, 0);
    return ok;
}
