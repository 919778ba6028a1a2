/* SPDX-License-Identifier: MIT */
/* A blob while it is not trusted yet, and the functions that all checks of it share. */
#ifndef PELT_CONTENT_H
#define PELT_CONTENT_H

#include <stdbool.h>

#include "../blob/format.h"
#include "../blob/stored.h"
#include "pelt.h"

typedef enum section_index {
    SECTION_JOINTS,
    SECTION_REST,
    SECTION_BIND,
    SECTION_SKINS,
    SECTION_ENTRIES,
    SECTION_BETWEENS,
    SECTION_MESHES,
    SECTION_RUNS,
    SECTION_PARTS,
    SECTION_MATERIALS,
    SECTION_RECORDS,
    SECTION_STREAMS,
    SECTION_INDICES,
    SECTION_MORPHS,
    SECTION_DELTAS,
    SECTION_CLIPS,
    SECTION_TRACKS,
    SECTION_KEYS,
    SECTION_NAMES, /* the last whose offset a model has */
    SECTION_TARGETS,
    SECTION_COUNT
} section_index;

typedef struct section_view {
    uint32_t offset; /* from the blob's start, a multiple of 4; 0: the section is not there */
    uint32_t count;  /* number of whole records, or of words in sections of arrays */
} section_view;

typedef struct content {
    const uint8_t *memory; /* 4-byte aligned */
    uint32_t bytes;        /* a multiple of 4, at least a header */
    uint32_t words_left;   /* budget of words that arrays may still have, see pelt_content_array */
    uint32_t target_count; /* targets of the meshes checked so far; each has a default weight */
    const pelt_family *family;
    bool fixed;                /* q16 or q12; else f32 */
    bool lean;                 /* q12 */
    bool has_sets, has_packed; /* among the runs seen so far */
    section_view sections[SECTION_COUNT];
} content;

/* Everything that is read of the blob is read by these functions: bytes, aligned halves and words,
 * and structures of words. Their callers have already established that the bytes are inside; the
 * test here repeats that and reads zeros outside. Therefore the proof that no byte outside is read
 * concerns these functions alone (docs/NOTES.md). They are short, and compilers inline them unless
 * asked for small code. */
inline uint32_t pelt_content_byte(const content *c, uint32_t offset)
{
    return offset < c->bytes ? c->memory[offset] : 0u;
}

inline uint32_t pelt_content_half(const content *c, uint32_t offset)
{
    return offset <= c->bytes - 2u
               ? *(const uint16_t *)(const void *)(c->memory + (offset & ~(uint32_t)1))
               : 0u;
}

inline uint32_t pelt_content_word(const content *c, uint32_t offset)
{
    return offset <= c->bytes - 4u
               ? *(const uint32_t *)(const void *)(c->memory + (offset & ~(uint32_t)3))
               : 0u;
}

void pelt_content_copy(const content *c, void *to, uint32_t offset, uint32_t bytes);

/* Copies record `index`, of `bytes`, of a section. */
void pelt_content_record(const content *c, void *to, section_index which, uint32_t index,
                         uint32_t bytes);

/* Returns the offset in the blob of an array at `offset` in a section, or NOWHERE unless it starts
 * on a word and lies in the section; no product overflows. Arrays may be shared and overlap. Every
 * reference to an array is charged to words_left, which starts at the blob's size in words, so the
 * time for reading arrays is linear in the blob's size whatever it holds. record_bytes >= 1. */
#define NOWHERE UINT32_MAX
uint32_t pelt_content_array(content *c, section_index which, uint32_t offset, uint32_t count,
                            uint32_t record_bytes);

/* Whether `count` words from `offset` are all |v| <= limit <= 2^30; in float, whether all are finite. */
bool pelt_content_numbers(const content *c, uint32_t offset, uint32_t count, uint32_t limit);

/* Limits of translations and of a constant's scales; and of morph weights, Q16. */
#define VALUE_LIMIT ((1u << 30) - 1u)
#define WEIGHT_LIMIT (64u << 16)

/* Whether [first, first + count) lies in [0, limit). */
static inline bool range(uint32_t first, uint32_t count, uint32_t limit)
{
    return first <= limit && count <= limit - first;
}

static inline bool name_valid(const content *c, uint32_t offset)
{
    return offset < c->sections[SECTION_NAMES].count;
}

/* Whether the content of all sections is in range: every index is below its count, every offset has
 * its record inside its section, and weights and formats are within the bounds that the arithmetic
 * relies on. The sections' own extents have been checked before. */
bool pelt_content_valid(content *c);

/* Whether the indices of a part, which has 1 to 3 corners, are whole elements of existing vertices. */
bool pelt_validate_indices(content *c, const format_part *part, uint32_t mesh_flags,
                           uint32_t vertices);

/* Tells where the indices are of a part of a mesh, at one of its levels. */
void pelt_content_indices(pelt_part_info *info, const pelt_model *model, uint32_t mesh,
                          uint32_t offset, uint32_t count);

/* Checks meshes after skins and their entries have been checked. */
bool pelt_validate_meshes(content *c);
bool pelt_validate_clips(content *c);

/* Gives the tracks of a page to a model that takes its clips and has other joints or a smaller unit;
 * false if a length does not fit. */
bool pelt_content_move(stored_tracks *from, const pelt_model *model);

#endif
