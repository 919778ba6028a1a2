/* SPDX-License-Identifier: MIT */
/* What the checks of a blob's content (validate*.c) share. */
#ifndef PELT_VALIDATE_CONTENT_H
#define PELT_VALIDATE_CONTENT_H

#include "validate.h"

/* Everything a check needs; passed whole to keep the checks' signatures short. */
typedef struct context {
    const blob_view *blob;
    const section_view *sections;
    bool fixed; /* q16 or q12; else f32 */
    bool lean;  /* q12 */
    uint32_t *words_left; /* that arrays may still have, see inside_records */
} context;

static inline uint32_t word(const context *c, uint32_t offset)
{
    return blob_read32(c->blob, offset);
}

static inline uint32_t half(const context *c, uint32_t offset)
{
    return blob_read16(c->blob, offset);
}

static inline const section_view *section(const context *c, section_index index)
{
    return &c->sections[index];
}

/* Offset in the blob of record `index` of a section. */
static inline uint32_t record(const context *c, section_index which, uint32_t index, uint32_t bytes)
{
    return section(c, which)->offset + index * bytes;
}

/* Whether [offset, offset + bytes) lies in the section and starts on a word. */
static inline bool inside(const context *c, section_index which, uint32_t offset, uint32_t bytes)
{
    const uint32_t size = section(c, which)->bytes;
    return offset % 4u == 0u && offset <= size && bytes <= size - offset;
}

/*
 * count * record_bytes bytes, as `inside`; no product overflows. Arrays may be shared and overlap,
 * but all that are referred to, each as often as it is, have at most as many words as the blob has
 * bytes: whatever a blob holds, the time that reading them takes is linear in its size.
 */
static inline bool inside_records(const context *c, section_index which, uint32_t offset,
                                  uint32_t count, uint32_t record_bytes)
{
    const uint32_t size = section(c, which)->bytes;
    if (offset % 4u != 0u || offset > size || count > (size - offset) / record_bytes)
        return false;
    const uint32_t words = count * record_bytes / 4u;
    if (words > *c->words_left)
        return false;
    *c->words_left -= words;
    return true;
}

/* Whether [first, first + count) lies in [0, limit). */
static inline bool range(uint32_t first, uint32_t count, uint32_t limit)
{
    return first <= limit && count <= limit - first;
}

static inline bool name_valid(const context *c, uint32_t offset)
{
    return offset < section(c, SECTION_NAMES)->bytes;
}

/* |v| < 2^bits, or any float but the ones that are not numbers. */
static inline bool component_valid(const context *c, uint32_t at, unsigned bits)
{
    const uint32_t stored = word(c, at);
    if (!c->fixed)
        return (stored & 0x7F800000u) != 0x7F800000u;
    const uint32_t limit = (uint32_t)1 << bits;
    return stored + (limit - 1u) < 2u * limit - 1u;
}

static inline bool components_valid(const context *c, uint32_t at, uint32_t count, unsigned bits)
{
    for (uint32_t i = 0; i < count; i++)
        if (!component_valid(c, at + 4u * i, bits))
            return false;
    return true;
}

/* Morph weights: |w| <= 64 in Q16.16. */
static inline bool weights_valid(const context *c, uint32_t at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (c->fixed ? word(c, at + 4u * i) + (64u << 16) > 128u << 16
                   : !component_valid(c, at + 4u * i, 0))
            return false;
    return true;
}

/* Skins and their entries have been checked when mixes are, and all of them when meshes are. */
bool pelt_validate_blends(const context *c);
bool pelt_validate_meshes(const context *c);
bool pelt_validate_clips(const context *c);

#endif
