/* SPDX-License-Identifier: MIT */
/* Checks that clips, tracks, timelines and keys are in range. */
#include "../base/fixed.h"
#include "content.h"

/* The frame of key `key` of a timeline. */
static uint32_t frame_at(const content *c, uint32_t frames, uint32_t form, uint32_t key)
{
    if (form == FORMAT_FRAMES_8)
        return pelt_content_byte(c, frames + key);
    return form == FORMAT_FRAMES_16 ? pelt_content_half(c, frames + 2u * key)
                                    : pelt_content_word(c, frames + 4u * key);
}

/* The key count of a timeline, or 0 unless its frames strictly increase. */
static uint32_t timeline_count(content *c, uint32_t timeline)
{
    const uint32_t at = pelt_content_array(c, SECTION_KEYS, timeline, 2, 4);
    if (at == NOWHERE)
        return 0;
    const uint32_t head = pelt_content_word(c, at), form = head & 3u, count = head >> 2;
    if (form == FORMAT_FRAMES_ALL)
        return count;
    const uint32_t down = 3u - form; /* a word holds 2^down frames */
    const uint32_t words = (count + (1u << down) - 1u) >> down;
    if (count < 1u || pelt_content_array(c, SECTION_KEYS, timeline + 4u, words, 4) == NOWHERE)
        return 0;
    for (uint32_t i = 1; i < count; i++)
        if (frame_at(c, at + 4u, form, i) <= frame_at(c, at + 4u, form, i - 1u))
            return 0;
    return count;
}

/* The number of targets that a track of morph weights has: one, or those of its mesh; 0 if there are
 * none. */
static uint32_t targets_of(const content *c, const format_track *track)
{
    const uint32_t mesh = track->joint;
    format_morph morph;
    if ((track->kind & FORMAT_ONE_TARGET) != 0u)
        return mesh < c->sections[SECTION_TARGETS].count ? 1u : 0u;
    if (mesh >= c->sections[SECTION_MORPHS].count)
        return 0;
    pelt_content_record(c, &morph, SECTION_MORPHS, mesh, sizeof morph);
    return morph.target_count <= UINT16_MAX ? morph.target_count : 0u;
}

/* Checks the form of a curve: a shift, an exponent, or the component that is left out. */
static bool form_valid(const content *c, uint32_t path, bool cubic, uint32_t form)
{
    if (path == FORMAT_ROTATION)
        return form == 3u + FORMAT_ALL_COMPONENTS || (form <= 3u && !cubic);
    if (!c->fixed)
        return form >= 1u && form <= FORMAT_MAX_FORM_F32;
    return form <= 31u && (form >= 1u || path != FORMAT_WEIGHTS);
}

/* Checks the curve of a track. *timeline is the timeline that was checked last, and *count its key
 * count; a curve with another timeline updates both. */
static bool curve_valid(content *c, const format_track *track, uint32_t components,
                        uint32_t *timeline, uint32_t *count)
{
    const uint32_t path = format_path_of(track->kind);
    const bool cubic = format_interpolation_of(track->kind) == FORMAT_CUBIC;
    const bool whole = (track->kind & FORMAT_WHOLE_RANGE) != 0u;
    const uint32_t at = pelt_content_array(c, SECTION_KEYS, track->values, 2, 4);
    if (at == NOWHERE)
        return false;
    const uint32_t form = pelt_content_byte(c, at + 4u);
    if (path == FORMAT_ROTATION)
        components = form <= 3u ? 3u : 4u;
    const uint32_t ranges = format_curve_bytes(components);
    const uint32_t head = ranges + (whole ? 0u : 4u * components);
    if (!form_valid(c, path, cubic, form) ||
        pelt_content_array(c, SECTION_KEYS, track->values, head / 4u, 4) == NOWHERE)
        return false;
    if (pelt_content_word(c, at) != *timeline) {
        *timeline = pelt_content_word(c, at);
        *count = timeline_count(c, *timeline);
    }
    uint32_t width = 0, bits = 0; /* of a component; of one key, at most 3 * 24 * 65535 */
    for (uint32_t i = 0; i < components; i++) {
        width = pelt_content_byte(c, at + 5u + i);
        const uint32_t low = whole ? 0u : pelt_content_half(c, at + ranges + 4u * i) ^ 0x8000u;
        const uint32_t extent = whole ? 0u : pelt_content_half(c, at + ranges + 4u * i + 2u);
        if (width > FORMAT_MAX_BITS || low + extent > 0x10000u) /* must lie within [-1, 1] in Q15 */
            return false;
        bits += cubic ? 3u * width : width;
    }
    uint32_t all;
    if (*count < 1u || fx_multiply(*count, bits, &all) != 0u || all > UINT32_MAX - 31u)
        return false;
    return pelt_content_array(c, SECTION_KEYS, track->values + head, format_key_words(all, width),
                              4) != NOWHERE;
}

/* Checks a track, whose values are numbers or a curve. */
static bool track_valid(content *c, const format_track *track, uint32_t *timeline, uint32_t *count)
{
    const uint32_t path = format_path_of(track->kind);
    const uint32_t joints = c->sections[SECTION_JOINTS].count;
    const uint32_t interpolation = format_interpolation_of(track->kind);
    if (track->kind > (FORMAT_ONE_TARGET | FORMAT_WHOLE_RANGE | 15u) ||
        ((track->kind & FORMAT_ONE_TARGET) != 0u && path != FORMAT_WEIGHTS) ||
        ((track->kind & FORMAT_WHOLE_RANGE) != 0u &&
         (path == FORMAT_WEIGHTS || interpolation == FORMAT_CONSTANT)) ||
        (path != FORMAT_WEIGHTS && track->joint >= joints))
        return false;
    const uint32_t components = path == FORMAT_WEIGHTS    ? targets_of(c, track)
                                : path == FORMAT_ROTATION ? 4u
                                                          : 3u;
    if (components == 0u)
        return false;
    if (interpolation != FORMAT_CONSTANT)
        return curve_valid(c, track, components, timeline, count);
    const uint32_t at = pelt_content_array(c, SECTION_KEYS, track->values, components, 4);
    const uint32_t limit = path == FORMAT_WEIGHTS    ? WEIGHT_LIMIT
                           : path == FORMAT_ROTATION ? 1u << 30
                                                     : VALUE_LIMIT;
    return at != NOWHERE && pelt_content_numbers(c, at, components, limit);
}

bool pelt_validate_clips(content *c)
{
    const uint32_t tracks = c->sections[SECTION_TRACKS].count;
    if (c->sections[SECTION_CLIPS].count > UINT16_MAX)
        return false;
    for (uint32_t i = 0; i < c->sections[SECTION_CLIPS].count; i++) {
        format_clip clip;
        pelt_content_record(c, &clip, SECTION_CLIPS, i, sizeof clip);
        if (!name_valid(c, clip.name) || clip.start > clip.end ||
            !range(clip.first_track, clip.track_count, tracks))
            return false;
    }
    uint32_t timeline = FORMAT_NONE, count = 0; /* the last timeline checked, and its key count */
    for (uint32_t i = 0; i < tracks; i++) {
        format_track track;
        pelt_content_record(c, &track, SECTION_TRACKS, i, sizeof track);
        if (!track_valid(c, &track, &timeline, &count))
            return false;
    }
    return true;
}
