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
    SECTION_MESHES,
    SECTION_RUNS,
    SECTION_PARTS,
    SECTION_RECORDS,
    SECTION_STREAMS,
    SECTION_INDICES,
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

static inline uint32_t read16(const uint8_t *blob, uint32_t offset)
{
    return *(const uint16_t *)(const void *)(blob + offset);
}

static inline uint32_t read32(const uint8_t *blob, uint32_t offset)
{
    return *(const uint32_t *)(const void *)(blob + offset);
}

/*
 * Whether the content of all sections is in range: every index below its count, every offset with
 * its record inside its section, weights and formats within the bounds that the arithmetic relies
 * on. flavour: pelt_flavour. The sections' own extents were checked before.
 */
bool validate_sections(const uint8_t *blob, const section_view sections[SECTION_COUNT],
                       uint32_t flavour);

#endif
