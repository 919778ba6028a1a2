/* SPDX-License-Identifier: MIT */
/* Cuts the clips of a store into pages, see pages.h. A page has every key that a moment in its span of
 * time lies between, with the frame or tick that the key has in the store, so that the device computes
 * the same. */
#include "blob/pages.h"

#include <stdlib.h>

#include "blob/table.h"
#include "pelt.h"
#include "src/arithmetic/timeline.h"

/* The fields crc and store of a format_page, which put_file adds to the bodies. */
#define PAGE_HEAD_BYTES ((uint32_t)offsetof(format_page, number))

/* What is read of the store, which is little-endian as this machine is, and the pages so far. */
typedef struct cutter {
    const format_clip *clips;
    const format_track *tracks;
    const uint8_t *keys;
    const char *names;
    uint32_t clip_count, joint_count, target_count;
    bool is_float;
    byte_buffer bodies; /* [page_count][page_bytes - PAGE_HEAD_BYTES] */
    byte_buffer lists;  /* of the section PAGE: each clip's first page */
    byte_buffer starts; /* and each page's first tick */
    uint32_t page_bytes, page_count;
} cutter;

/// One page //////////////////////////////////////////////////////////////////////////////////////

/* The key that the device finds at a tick since the clip's start: the last one at or before it, or the
 * first one. */
static uint32_t last_key(const uint8_t *timeline, const format_clip *clip, uint32_t tick)
{
    const clip_moment moment = moment_find(clip, (pelt_time)((uint32_t)clip->start + tick));
    return timeline_find(timeline, &moment).key;
}

/* Writes keys [first, end) of a timeline. */
static void put_timeline(byte_buffer *out, const uint32_t *timeline, uint32_t first, uint32_t end)
{
    const uint32_t form = timeline[0] & 3u;
    FREED uint32_t *frames = diag_calloc(end - first, sizeof *frames);
    for (uint32_t k = first; k < end; k++)
        frames[k - first] =
            form == FORMAT_FRAMES_ALL ? timeline[1] + k : timeline_frame(timeline + 1, form, k);
    blob_timeline_put(out, form, frames, end - first);
}

/* The numbers of one value of a track, of which a rotation has so many. */
static uint32_t components_of(uint32_t kind, uint32_t rotation)
{
    const uint32_t path = format_path_of(kind);
    return path == FORMAT_WEIGHTS ? 1 : path == FORMAT_ROTATION ? rotation : 3;
}

/* Writes keys [first, end) of a curve, whose timeline is at an offset in the page's keys. */
static void put_curve(byte_buffer *out, const format_curve *curve, uint32_t kind, uint32_t timeline,
                      uint32_t first, uint32_t end)
{
    const uint32_t components = components_of(kind, curve->form > 3u ? 4 : 3);
    const uint32_t head = format_curve_bytes(components);
    const uint8_t *widths = (const uint8_t *)curve + offsetof(format_curve, bits);
    const uint16_t *ranges = (const uint16_t *)(const void *)((const uint8_t *)curve + head);
    const uint32_t range_count = (kind & FORMAT_WHOLE_RANGE) != 0u ? 0u : 2u * components;
    const uint32_t *packed = (const uint32_t *)(const void *)(ranges + range_count);
    uint64_t bits = 0;
    buffer_u32(out, timeline);
    buffer_bytes(out, &curve->form, head - 4u);
    for (uint32_t i = 0; i < range_count; i++)
        buffer_u16(out, ranges[i]);
    for (uint32_t i = 0; i < components; i++)
        bits += widths[i];
    bits *= format_interpolation_of(kind) == FORMAT_CUBIC ? 3u : 1u;
    uint32_t word = 0, count = 0;
    for (uint64_t b = bits * first; b < bits * end || count % 32u != 0u; b++) {
        const uint32_t bit = b < bits * end ? packed[b / 32u] >> (31u - b % 32u) & 1u : 0u;
        word = word << 1 | bit;
        if (++count % 32u == 0u)
            buffer_u32(out, word);
    }
    if (widths[components - 1u] == 0)
        buffer_u32(out, 0); /* for a component that begins behind the keys, see format_key_words */
}

/* Writes what a page holds of a clip in ticks [from, to) since its start, without its first fields. */
static void put_page(byte_buffer *out, const cutter *c, const format_clip *clip, uint32_t from,
                     uint32_t to)
{
    FREED_BY(buffer_free) byte_buffer keys = {.big_endian = out->big_endian}, data = keys;
    FREED_BY(pool_free) buffer_pool pool = {.buffer = &keys};
    uint32_t timeline = FORMAT_NONE, moved = 0, first = 0, end = 0;
    buffer_u32(out, c->page_count, clip->track_count);
    for (uint32_t i = 0; i < clip->track_count; i++) {
        const format_track *track = c->tracks + clip->first_track + i;
        const uint32_t *values = (const uint32_t *)(const void *)(c->keys + track->values);
        const format_curve *curve = (const format_curve *)(const void *)values;
        uint32_t offset;
        data.count = 0;
        if (format_interpolation_of(track->kind) == FORMAT_CONSTANT) {
            for (uint32_t k = 0; k < components_of(track->kind, 4); k++)
                buffer_u32(&data, values[k]);
            offset = pool_add(&pool, data.bytes, data.count);
        } else {
            if (curve->timeline != timeline) {
                timeline = curve->timeline;
                const uint32_t *times = (const uint32_t *)(const void *)(c->keys + timeline);
                first = last_key(c->keys + timeline, clip, from);
                end = last_key(c->keys + timeline, clip, to - 1u) + 2u;
                end = end < times[0] >> 2 ? end : times[0] >> 2;
                put_timeline(&data, times, first, end);
                moved = pool_add(&pool, data.bytes, data.count);
            }
            offset = (uint32_t)keys.count;
            put_curve(&keys, curve, track->kind, moved, first, end);
        }
        buffer_u16(out, track->joint, track->kind);
        buffer_u32(out, offset);
    }
    buffer_u32(&keys, 0); /* the word that is read behind the last keys */
    buffer_bytes(out, keys.bytes, keys.count);
}

/// Pages of all clips ////////////////////////////////////////////////////////////////////////////

/* Writes a page from a tick on, as long as it can be, and returns the tick at which it ends, at most
 * `end`. Returns 0 if not even the first tick fits, which would take *needed bytes. */
static uint32_t put_longest(cutter *c, const format_clip *clip, uint32_t from, uint32_t end,
                            size_t *needed)
{
    const size_t before = c->bodies.count, most = c->page_bytes - PAGE_HEAD_BYTES;
    uint32_t low = from, high = end + 1u, to = end; /* to low it fits, to high it does not */
    while (low + 1u < high) {
        c->bodies.count = before;
        put_page(&c->bodies, c, clip, from, to);
        *needed = c->bodies.count - before + PAGE_HEAD_BYTES;
        if (*needed <= c->page_bytes)
            low = to;
        else
            high = to;
        to = low + (high - low) / 2u;
    }
    c->bodies.count = before;
    if (low == from)
        return 0;
    put_page(&c->bodies, c, clip, from, low);
    while (c->bodies.count < before + most)
        buffer_u8(&c->bodies, 0);
    return low;
}

static bool cut_clips(cutter *c, diag *d)
{
    for (uint32_t i = 0; i < c->clip_count; i++) {
        const format_clip *clip = &c->clips[i];
        const uint32_t end = (uint32_t)clip->end - (uint32_t)clip->start + 1u;
        buffer_u32(&c->lists, c->page_count);
        for (uint32_t from = 0; from < end && clip->track_count > 0; c->page_count++) {
            size_t needed = 0;
            buffer_u32(&c->starts, from);
            from = put_longest(c, clip, from, end, &needed);
            if (from == 0)
                return diag_fail(
                    d, DIAG_INVALID,
                    "a moment of clip \"%s\" needs a page of %zu bytes, --pages %u, give more: a "
                    "multiple of 512, for example",
                    diag_name(c->names + clip->name), needed, c->page_bytes);
            if (c->bodies.count > INT32_MAX)
                return diag_fail(d, DIAG_INVALID,
                                 "more than 2^31 bytes of pages, /animations, split the file");
        }
    }
    buffer_u32(&c->lists, c->page_count);
    return true;
}

/// The blob that stays in memory /////////////////////////////////////////////////////////////////

/* The largest length of a translation; 0 in float, where no unit is shifted. */
static uint32_t largest_length(const cutter *c, const format_track *track)
{
    const uint8_t *values = c->keys + track->values;
    uint32_t largest = 0;
    if (c->is_float)
        return 0;
    if (format_interpolation_of(track->kind) != FORMAT_CONSTANT)
        return (((uint32_t)1 << 30) - 1u) >> ((const format_curve *)(const void *)values)->form;
    for (int k = 0; k < 3; k++) {
        const uint32_t length = (uint32_t)abs(((const int32_t *)(const void *)values)[k]);
        largest = length > largest ? length : largest;
    }
    return largest;
}

/* Writes a constant for each path of a joint that any clip moves, and for each target: of translations
 * the largest length, of all else zeros, of which four stand first. */
static void put_paths(byte_buffer *tracks, byte_buffer *keys, const cutter *c, uint32_t track_count)
{
    const uint32_t rows = c->joint_count + c->target_count;
    FREED bool(*moves)[FORMAT_PATH_COUNT] = diag_calloc(rows, sizeof *moves);
    FREED uint32_t *lengths = diag_calloc(rows, sizeof *lengths);
    for (uint32_t i = 0; i < track_count; i++) {
        const format_track *track = &c->tracks[i];
        const uint32_t path = format_path_of(track->kind);
        const uint32_t length = path == FORMAT_TRANSLATION ? largest_length(c, track) : 0;
        const uint32_t row = track->joint + (path == FORMAT_WEIGHTS ? c->joint_count : 0);
        moves[row][path] = true;
        if (length > lengths[row])
            lengths[row] = length;
    }
    for (int k = 0; k < 4; k++)
        buffer_u32(keys, 0);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t path = 0; path < FORMAT_PATH_COUNT; path++) {
            if (!moves[i][path])
                continue;
            const bool is_target = path == FORMAT_WEIGHTS;
            const bool has_length = path == FORMAT_TRANSLATION && lengths[i] > 0;
            buffer_u16(tracks, is_target ? i - c->joint_count : i,
                       4u * path + FORMAT_CONSTANT + (is_target ? FORMAT_ONE_TARGET : 0));
            buffer_u32(tracks, has_length ? (uint32_t)keys->count : 0);
            for (int k = 0; k < 3 && has_length; k++)
                buffer_u32(keys, lengths[i]);
        }
}

static void put_clips(byte_buffer *to, const cutter *c)
{
    for (uint32_t i = 0; i < c->clip_count; i++) {
        buffer_u32(to, c->clips[i].name);
        buffer_i32(to, c->clips[i].start);
        buffer_i32(to, c->clips[i].end);
        buffer_u32(to, c->clips[i].rate, 0, 0);
    }
}

static uint32_t crc_of(const byte_buffer *buffer)
{
    return pelt_crc32_update(0, (const uint32_t *)(const void *)buffer->bytes,
                             (uint32_t)(buffer->count / 4u));
}

/* Writes the index with the pages at an offset. */
static bool put_index(byte_buffer *out, const cutter *c, const blob_table *table,
                      const uint8_t *blob, uint32_t offset)
{
    FREED_BY(blob_writer_free)
    blob_writer writer = {.big_endian = c->bodies.big_endian,
                          .encoding = table->header.encoding,
                          .unit_shift = table->header.unit_shift};
    byte_buffer *tracks = NULL, *keys = NULL;
    uint32_t track_count = 0;
    for (uint32_t i = 0; i < table->section_count; i++) {
        const format_section *s = &table->sections[i];
        byte_buffer *to = blob_section_add(&writer, s->tag, s->flags);
        if (s->tag == FORMAT_TRACKS) {
            tracks = to;
            track_count = s->bytes / (uint32_t)sizeof(format_track);
        } else if (s->tag == FORMAT_KEYS) {
            keys = to;
        } else if (s->tag == FORMAT_CLIPS) {
            put_clips(to, c);
        } else {
            buffer_bytes(to, blob + s->offset, s->bytes);
        }
    }
    put_paths(tracks, keys, c, track_count);
    byte_buffer *to = blob_section_add(&writer, FORMAT_PAGES, FORMAT_SECTION_REQUIRED);
    buffer_u32(to, c->page_bytes, c->page_count, offset, crc_of(&c->bodies));
    buffer_bytes(to, c->lists.bytes, c->lists.count);
    buffer_bytes(to, c->starts.bytes, c->starts.count);
    return blob_finish(out, &writer);
}

/* Puts the pages behind the index, with their CRCs. */
static void put_file(blob_pages *out, const cutter *c, uint32_t offset)
{
    blob_table table;
    blob_table_read(&table, out->index.bytes, out->index.count);
    out->file.big_endian = c->bodies.big_endian;
    buffer_bytes(&out->file, out->index.bytes, out->index.count);
    while (out->file.count < offset)
        buffer_u32(&out->file, 0);
    FREED_BY(buffer_free) byte_buffer page = {.big_endian = c->bodies.big_endian};
    const uint32_t body_bytes = c->page_bytes - PAGE_HEAD_BYTES;
    for (uint32_t i = 0; i < c->page_count; i++) {
        page.count = 0;
        buffer_u32(&page, table.header.crc);
        buffer_bytes(&page, c->bodies.bytes + (size_t)i * body_bytes, body_bytes);
        buffer_u32(&out->file, crc_of(&page));
        buffer_bytes(&out->file, page.bytes, page.count);
    }
}

bool blob_pages_cut(blob_pages *out, const uint8_t *little, const uint8_t *blob, size_t bytes,
                    uint32_t page_bytes, diag *d)
{
    blob_table table, target;
    blob_table_read(&table, little, bytes);
    blob_table_read(&target, blob, bytes);
    const byte_buffer empty = {.big_endian = target.big_endian};
    cutter c = {.page_bytes = page_bytes,
                .is_float = table.header.encoding == PELT_FLOAT,
                .bodies = empty,
                .lists = empty,
                .starts = empty};
    for (uint32_t i = 0; i < table.section_count; i++) {
        const format_section *s = &table.sections[i];
        const void *at = little + s->offset;
        switch (s->tag) {
        case FORMAT_CLIPS:
            c.clips = at;
            c.clip_count = s->bytes / (uint32_t)sizeof *c.clips;
            break;
        case FORMAT_TRACKS: c.tracks = at; break;
        case FORMAT_KEYS: c.keys = at; break;
        case FORMAT_NAMES: c.names = at; break;
        case FORMAT_TARGETS: c.target_count = s->bytes / 4u; break;
        case FORMAT_JOINTS: c.joint_count = s->bytes / (uint32_t)sizeof(format_joint); break;
        default: break;
        }
    }
    *out = (blob_pages){.page_bytes = page_bytes};
    bool ok = cut_clips(&c, d);
    uint32_t offset = 0;
    for (int turn = 0; turn < 2 && ok; turn++) { /* the first turn tells how long the index is */
        buffer_free(&out->index);
        ok = put_index(&out->index, &c, &table, blob, offset);
        offset = (uint32_t)((out->index.count + page_bytes - 1u) / page_bytes) * page_bytes;
    }
    if (ok)
        put_file(out, &c, offset);
    out->count = c.page_count;
    buffer_free(&c.bodies);
    buffer_free(&c.lists);
    buffer_free(&c.starts);
    return ok;
}

void blob_pages_free(blob_pages *pages)
{
    buffer_free(&pages->index);
    buffer_free(&pages->file);
}
