/* SPDX-License-Identifier: MIT */
/* Whether clips, tracks, timelines and keys are in range. */
#include "content.h"

/* Key count, strictly increasing times, room for the reciprocals; 0 where it is not so. */
static uint32_t timeline_count(content *c, uint32_t timeline)
{
    uint32_t at = c->sections[SECTION_KEYS].offset + timeline;
    const uint32_t count = pelt_content_word(c, at);
    if (count < 1u || pelt_content_array(c, SECTION_KEYS, timeline, count, 8) == NOWHERE)
        return 0;
    at += 4u;
    for (uint32_t i = 1; i < count; i++, at += 4u)
        if ((int32_t)pelt_content_word(c, at + 4u) <= (int32_t)pelt_content_word(c, at))
            return 0;
    return count;
}

/* Targets of a mesh, as tracks of morph weights say; 0 where it has none. */
static uint32_t target_count(const content *c, uint32_t mesh)
{
    format_morph morph;
    if (mesh >= c->sections[SECTION_MORPHS].count)
        return 0;
    pelt_content_record(c, &morph, SECTION_MORPHS, mesh, sizeof morph);
    return morph.target_count <= UINT16_MAX ? morph.target_count : 0u;
}

/* Of one key; 0 where the track names no joint or no target. */
static uint32_t key_bytes(const content *c, const format_track *track)
{
    const uint32_t path = track->kind >> 2;
    const bool cubic = (track->kind & 3u) == FORMAT_CUBIC;
    if (path == FORMAT_WEIGHTS)
        return target_count(c, track->joint) * (cubic ? 12u : 4u);
    if (track->joint >= c->sections[SECTION_JOINTS].count)
        return 0;
    if (path != FORMAT_ROTATION)
        return cubic ? FORMAT_VECTOR_CUBIC_BYTES : FORMAT_VECTOR_BYTES;
    if (c->fixed)
        return cubic ? FORMAT_ROTATION_CUBIC_BYTES_Q16 : FORMAT_ROTATION_BYTES_Q16;
    return cubic ? FORMAT_ROTATION_CUBIC_BYTES_F32 : FORMAT_ROTATION_BYTES_F32;
}

/* The `count` keys of a track, whose timeline has been checked. */
static bool keys_valid(content *c, const format_track *track, uint32_t count)
{
    const uint32_t path = track->kind >> 2, interpolation = track->kind & 3u;
    if (path >= FORMAT_PATH_COUNT || interpolation >= FORMAT_INTERPOLATION_COUNT)
        return false;
    const uint32_t bytes = key_bytes(c, track);
    if (bytes == 0u)
        return false;
    uint32_t at = pelt_content_array(c, SECTION_KEYS, track->values, count, bytes);
    if (at == NOWHERE)
        return false;
    if (path != FORMAT_ROTATION || !c->fixed)
        return pelt_content_numbers(c, at, count * (bytes / 4u),
                                    path == FORMAT_WEIGHTS ? WEIGHT_LIMIT : VALUE_LIMIT);
    for (uint32_t i = 0; i < count && interpolation != FORMAT_CUBIC; i++, at += bytes)
        if (pelt_content_half(c, at + 10u) > FORMAT_MAX_SHARPNESS_Q17)
            return false;
    return true;
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
    uint32_t timeline = FORMAT_NONE, count = 0; /* the last one checked */
    for (uint32_t i = 0; i < tracks; i++) {
        format_track track;
        pelt_content_record(c, &track, SECTION_TRACKS, i, sizeof track);
        if (track.timeline != timeline) {
            timeline = track.timeline;
            count = timeline_count(c, timeline);
        }
        if (count == 0u || !keys_valid(c, &track, count))
            return false;
    }
    return true;
}
