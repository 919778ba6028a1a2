/* SPDX-License-Identifier: MIT */
/* Whether clips, tracks, timelines and keys are in range. */
#include "validate_content.h"

/* Key count, strictly increasing times, room for the reciprocals; 0 where it is not so. */
static uint32_t timeline_count(const context *c, uint32_t timeline)
{
    if (!inside(c, SECTION_KEYS, timeline, 8))
        return 0;
    const uint32_t at = section(c, SECTION_KEYS)->offset + timeline;
    const uint32_t count = word(c, at);
    if (count < 1u || !inside_records(c, SECTION_KEYS, timeline + 8u, count - 1u, 8))
        return 0;
    int32_t last = (int32_t)word(c, at + 4u);
    for (uint32_t i = 1; i < count; i++) {
        const int32_t time = (int32_t)word(c, at + 4u + 4u * i);
        if (time <= last)
            return 0;
        last = time;
    }
    return count;
}

static uint32_t key_bytes(const context *c, uint32_t path, uint32_t interpolation)
{
    const bool cubic = interpolation == FORMAT_CUBIC;
    if (path != FORMAT_ROTATION)
        return cubic ? FORMAT_VECTOR_CUBIC_BYTES : FORMAT_VECTOR_BYTES;
    if (c->fixed)
        return cubic ? FORMAT_ROTATION_CUBIC_BYTES_Q16 : FORMAT_ROTATION_BYTES_Q16;
    return cubic ? FORMAT_ROTATION_CUBIC_BYTES_F32 : FORMAT_ROTATION_BYTES_F32;
}

/* Keys of a mesh's morph weights. */
static bool weight_keys_valid(const context *c, uint32_t values, uint32_t count, uint32_t mesh,
                              uint32_t interpolation)
{
    if (!section(c, SECTION_MORPHS)->present || mesh >= section(c, SECTION_MORPHS)->count)
        return false;
    const uint32_t targets = word(c, record(c, SECTION_MORPHS, mesh, sizeof(format_morph)));
    if (targets < 1u || targets > UINT16_MAX)
        return false;
    const uint32_t words = interpolation == FORMAT_CUBIC ? 3u * targets : targets;
    return inside_records(c, SECTION_KEYS, values, count, 4u * words) &&
           weights_valid(c, section(c, SECTION_KEYS)->offset + values, count * words);
}

static bool keys_valid(const context *c, uint32_t values, uint32_t count, uint32_t path,
                       uint32_t interpolation)
{
    const uint32_t bytes = key_bytes(c, path, interpolation);
    if (!inside_records(c, SECTION_KEYS, values, count, bytes))
        return false;
    const uint32_t at = section(c, SECTION_KEYS)->offset + values;
    if (path != FORMAT_ROTATION || !c->fixed)
        return components_valid(c, at, count * (bytes / 4u), 30);
    if (interpolation != FORMAT_CUBIC)
        for (uint32_t i = 0; i < count; i++)
            if (half(c, at + bytes * i + 10u) > FORMAT_MAX_SHARPNESS_Q17)
                return false;
    return true;
}

static bool tracks_valid(const context *c)
{
    uint32_t timeline = FORMAT_NONE, count = 0; /* the last one checked */
    for (uint32_t i = 0; i < section(c, SECTION_TRACKS)->count; i++) {
        const uint32_t at = record(c, SECTION_TRACKS, i, sizeof(format_track));
        const uint32_t kind = half(c, at + 2u);
        const uint32_t path = kind >> 2, interpolation = kind & 3u;
        const uint32_t joint = half(c, at);
        if (path != FORMAT_WEIGHTS && joint >= section(c, SECTION_JOINTS)->count)
            return false;
        if (path >= FORMAT_PATH_COUNT || interpolation >= FORMAT_INTERPOLATION_COUNT)
            return false;
        if (word(c, at + 4u) != timeline) {
            timeline = word(c, at + 4u);
            count = timeline_count(c, timeline);
        }
        const uint32_t values = word(c, at + 8u);
        if (count == 0u || !(path == FORMAT_WEIGHTS
                                 ? weight_keys_valid(c, values, count, joint, interpolation)
                                 : keys_valid(c, values, count, path, interpolation)))
            return false;
    }
    return true;
}

bool pelt_validate_clips(const context *c)
{
    const uint32_t count = section(c, SECTION_CLIPS)->count;
    if (count > UINT16_MAX)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = record(c, SECTION_CLIPS, i, sizeof(format_clip));
        if (!name_valid(c, word(c, at)))
            return false;
        if ((int32_t)word(c, at + 4u) > (int32_t)word(c, at + 8u))
            return false;
        if (!range(word(c, at + 12u), word(c, at + 16u),
                   section(c, SECTION_TRACKS)->count))
            return false;
    }
    return tracks_valid(c);
}
