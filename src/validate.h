/* SPDX-License-Identifier: MIT */
#ifndef PELT_VALIDATE_H
#define PELT_VALIDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "format.h"
#include "pelt.h"

typedef enum section_index {
    SECTION_JOINTS,
    SECTION_REST,
    SECTION_BIND,
    SECTION_SKINS,
    SECTION_ENTRIES,
    SECTION_BLENDS,
    SECTION_MESHES,
    SECTION_RUNS,
    SECTION_PARTS,
    SECTION_RECORDS,
    SECTION_STREAMS,
    SECTION_INDICES,
    SECTION_MORPHS,
    SECTION_DELTAS,
    SECTION_CLIPS,
    SECTION_TRACKS,
    SECTION_KEYS,
    SECTION_NAMES,
    SECTION_COUNT
} section_index;

typedef struct section_view {
    uint32_t offset; /* from the blob's start, a multiple of 4 */
    uint32_t bytes;
    uint32_t count;  /* whole records */
    bool present;
} section_view;

/* The blob while it is being distrusted. */
typedef struct blob_view {
    const uint8_t *memory; /* 4-byte aligned */
    uint32_t bytes;        /* a multiple of 4, at least a header */
} blob_view;

/*
 * Aligned reads. Callers have shown that `offset` is inside; the test here is the second lock, and
 * makes the proof that no byte outside is read one of each read alone (docs/DESIGN.md).
 */
static inline uint32_t blob_read16(const blob_view *blob, uint32_t offset)
{
    if (blob->bytes < 2u || offset > blob->bytes - 2u || offset % 2u != 0u)
        return 0;
    return *(const uint16_t *)(const void *)(blob->memory + offset);
}

static inline uint32_t blob_read32(const blob_view *blob, uint32_t offset)
{
    if (blob->bytes < 4u || offset > blob->bytes - 4u || offset % 4u != 0u)
        return 0;
    return *(const uint32_t *)(const void *)(blob->memory + offset);
}

/*
 * Whether the content of all sections is in range: every index below its count, every offset with
 * its record inside its section, weights and formats within the bounds that the arithmetic relies
 * on. flavour: pelt_flavour. The sections' own extents were checked before.
 */
bool pelt_validate_sections(const blob_view *blob, const section_view sections[SECTION_COUNT],
                            uint32_t flavour);

#endif
