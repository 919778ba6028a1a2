/* SPDX-License-Identifier: MIT */
/*
 * How much of a blob opening reads: arrays may be shared, but all together have at most as many
 * words as the blob has bytes. Blobs of one joint and one clip whose tracks are made up here.
 */
#include <string.h>

#include "format.h"
#include "pelt.h"
#include "test.h"

#define SECTIONS 15u /* one of them unknown */
#define KEYS 40u /* of each timeline */
#define MAX_TRACKS 20u
#define TIMELINE_WORDS (2u * KEYS) /* a count, times, reciprocals */
#define TIMELINE_READ (2u * (KEYS - 1u)) /* those that inside_records counts */
#define VALUE_WORDS (3u * KEYS)

typedef struct made_blob {
    uint32_t words[500];
    uint32_t count;           /* words so far */
    uint32_t section;         /* those in the table */
    uint32_t clips, tracks, keys;
} made_blob;

static void put(made_blob *b, uint32_t word)
{
    REQUIRE(b->count < sizeof b->words / 4u);
    b->words[b->count++] = word;
}

static uint32_t halves(uint32_t first, uint32_t second)
{
    const uint16_t pair[2] = {(uint16_t)first, (uint16_t)second};
    uint32_t word;
    memcpy(&word, pair, sizeof word);
    return word;
}

static uint32_t begin(made_blob *b, uint32_t tag)
{
    uint32_t *entry = b->words + 8u + 4u * b->section++;
    entry[0] = tag;
    entry[1] = halves(1, FORMAT_SECTION_REQUIRED);
    entry[2] = 4u * b->count;
    return b->count;
}

static void end(made_blob *b)
{
    uint32_t *entry = b->words + 8u + 4u * (b->section - 1u);
    entry[3] = 4u * b->count - entry[2];
}

static void put_section(made_blob *b, uint32_t tag, uint32_t words)
{
    begin(b, tag);
    for (uint32_t i = 0; i < words; i++)
        put(b, 0);
    end(b);
}

static void put_timeline(made_blob *b)
{
    put(b, KEYS);
    for (uint32_t i = 0; i < KEYS; i++)
        put(b, i);
    for (uint32_t i = 1; i < KEYS; i++)
        put(b, 0);
}

/* Two timelines, then zeros for values; the tracks use both in turn, or one throughout. */
static void make_tracks(made_blob *b, uint32_t tracks, bool in_turn)
{
    memset(b, 0, sizeof *b);
    b->count = 8u + 4u * SECTIONS;
    b->words[0] = FORMAT_MAGIC;
    b->words[1] = halves(PELT_FORMAT_VERSION, PELT_Q16);
    b->words[5] = SECTIONS;
    begin(b, FORMAT_JOINTS);
    put(b, halves(PELT_NO_JOINT, 0));
    put(b, 0);
    end(b);
    put_section(b, FORMAT_REST, 10);
    put_section(b, FORMAT_BIND, 10);
    static const uint32_t empty[] = {FORMAT_SKINS, FORMAT_ENTRIES, FORMAT_MESHES, FORMAT_RUNS,
                                     FORMAT_PARTS, FORMAT_RECORDS, FORMAT_INDICES};
    for (unsigned i = 0; i < sizeof empty / sizeof empty[0]; i++)
        put_section(b, empty[i], 0);
    b->clips = begin(b, FORMAT_CLIPS);
    put(b, 0);
    put(b, 0);
    put(b, KEYS);
    put(b, 0);
    put(b, tracks);
    end(b);
    b->tracks = begin(b, FORMAT_TRACKS);
    for (uint32_t i = 0; i < tracks; i++) {
        put(b, halves(0, FORMAT_TRANSLATION * 4u + FORMAT_LINEAR));
        put(b, in_turn && i % 2u == 1u ? 4u * TIMELINE_WORDS : 0u);
        put(b, 8u * TIMELINE_WORDS);
    }
    end(b);
    b->keys = begin(b, FORMAT_KEYS);
    put_timeline(b);
    put_timeline(b);
    for (uint32_t i = 0; i < VALUE_WORDS; i++)
        put(b, 0);
    end(b);
    put_section(b, FORMAT_NAMES, 1);
    put_section(b, FORMAT_TAG('?', '?', '?', '?'), 0);
    b->words[8u + 4u * (SECTIONS - 1u) + 1u] = halves(1, 0);
    b->words[2] = 4u * b->count;
}

static pelt_status open_made(const made_blob *b)
{
    pelt_model model;
    return pelt_model_open_unchecked_crc(&model, b->words, 4u * b->count);
}

/* Tracks that alternate between two timelines make opening read both again and again; those that
 * share one cost their values. */
static void check_tracks(made_blob *b, bool in_turn)
{
    uint32_t refused = 0;
    for (uint32_t tracks = 1; tracks <= MAX_TRACKS; tracks++) {
        make_tracks(b, tracks, in_turn);
        const uint32_t timelines = in_turn ? tracks : 1u;
        const bool small = VALUE_WORDS * tracks + TIMELINE_READ * timelines <= 4u * b->count;
        CHECK_EQ(open_made(b), small ? PELT_OK : PELT_E_CORRUPT);
        refused += small ? 0u : 1u;
    }
    CHECK(refused > 0u && refused < MAX_TRACKS);
}

/* Timelines and values at the very end of their section, and a word beyond it. */
static void check_extents(made_blob *b)
{
    make_tracks(b, 1, false);
    uint32_t *track = b->words + b->tracks;
    const uint32_t bytes = 4u * (2u * TIMELINE_WORDS + VALUE_WORDS);
    track[2] = bytes - 4u * VALUE_WORDS;
    CHECK_EQ(open_made(b), PELT_OK);
    track[2] += 4u;
    CHECK_EQ(open_made(b), PELT_E_CORRUPT);
    track[2] = 0; /* times are as good as positions */
    CHECK_EQ(open_made(b), PELT_OK);
    track[1] = bytes - 4u * TIMELINE_WORDS;
    memcpy(b->words + b->keys + track[1] / 4u, b->words + b->keys, 4u * TIMELINE_WORDS);
    CHECK_EQ(open_made(b), PELT_OK);
    track[1] += 4u;
    memmove(b->words + b->keys + track[1] / 4u, b->words + b->keys, 4u * TIMELINE_WORDS - 4u);
    CHECK_EQ(open_made(b), PELT_E_CORRUPT);
    track[1] = bytes - 8u; /* one key needs no reciprocal */
    b->words[b->keys + track[1] / 4u] = 1;
    CHECK_EQ(open_made(b), PELT_OK);
    track[1] = bytes - 4u;
    b->words[b->keys + track[1] / 4u] = 1;
    CHECK_EQ(open_made(b), PELT_E_CORRUPT);
}

void test_content_work(void)
{
    made_blob *b = test_take(sizeof *b);
    check_tracks(b, true);
    check_tracks(b, false);
    check_extents(b);
    test_release();
}
