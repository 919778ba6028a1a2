/* SPDX-License-Identifier: MIT */
/* How much of a blob opening reads: arrays may be shared, but all together have at most as many
 * words as the blob has bytes. Blobs of one joint, one clip and at most one skin, made up here. */
#include "src/blob/format.h"
#include "pelt.h"
#include "test.h"

#define SECTIONS 16u /* one of them unknown */
#define SMALL_WORDS 700u
#define KEYS 40u /* of each timeline */
#define MAX_TRACKS 60u
#define TIMELINE_WORDS (1u + KEYS) /* a count, ticks */
#define TIMELINE_READ (2u + KEYS)
#define BITS 8u /* of each component */
#define PACKED_WORDS ((3u * BITS * KEYS + 31u) / 32u + 1u)
#define HEAD_WORDS 5u /* timeline, form and bits, ranges */
#define CURVE_WORDS (HEAD_WORDS + PACKED_WORDS)
#define CURVE_READ (2u + CURVE_WORDS)

typedef struct made_blob {
    uint32_t *words;
    uint32_t capacity, count; /* words that fit, and so far */
    uint32_t section;         /* those in the table so far */
    uint32_t clips, tracks, keys;
    const pelt_family *family;
} made_blob;

static void put(made_blob *b, uint32_t word)
{
    REQUIRE(b->count < b->capacity);
    b->words[b->count++] = word;
}

static uint32_t begin(made_blob *b, uint32_t tag)
{
    uint32_t *entry = b->words + 8u + 4u * b->section++;
    entry[0] = tag;
    entry[1] = test_halves(1, FORMAT_SECTION_REQUIRED);
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

/* A skin of entries of joint 0 that hold zeros. */
static void put_skin(made_blob *b, uint32_t entries)
{
    begin(b, FORMAT_SKINS);
    put(b, 0);
    put(b, entries);
    end(b);
    begin(b, FORMAT_ENTRIES);
    for (uint32_t i = 0; i < 13u * entries; i++)
        put(b, i % 13u == 0u ? test_halves(0, 1) : 0);
    end(b);
}

/* A section that nobody knows and need not. */
static void put_unknown(made_blob *b)
{
    put_section(b, FORMAT_TAG('?', '?', '?', '?'), 0);
    b->words[9u + 4u * (b->section - 1u)] = test_halves(1, 0);
}

/* One of the sections that put_header leaves empty, by its place in the table: from here on. */
static void fill_section(made_blob *b, uint32_t place, uint32_t bytes)
{
    uint32_t *entry = b->words + 8u + 4u * place;
    entry[2] = 4u * b->count;
    entry[3] = bytes;
}

static void put_no_clips(made_blob *b)
{
    put_section(b, FORMAT_CLIPS, 0);
    put_section(b, FORMAT_TRACKS, 0);
    put_section(b, FORMAT_KEYS, 0);
}

static void put_timeline(made_blob *b)
{
    put(b, KEYS << 2 | FORMAT_TICKS);
    for (uint32_t i = 0; i < KEYS; i++)
        put(b, i);
}

static void put_curve(made_blob *b, uint32_t timeline)
{
    const uint8_t form[4] = {0, BITS, BITS, BITS};
    uint32_t word;
    memcpy(&word, form, sizeof word);
    put(b, timeline);
    put(b, word);
    for (uint32_t i = 2; i < CURVE_WORDS; i++)
        put(b, 0);
}

static void put_header(made_blob *b, uint32_t table)
{
    memset(b->words, 0, 4u * b->capacity);
    b->section = 0;
    b->count = 8u + 4u * table;
    b->words[0] = FORMAT_MAGIC;
    b->words[1] = test_halves(PELT_FORMAT_VERSION, PELT_EXACT);
    b->words[5] = table;
    begin(b, FORMAT_JOINTS);
    put(b, test_halves(PELT_NO_JOINT, 0));
    put(b, 0);
    end(b);
    put_section(b, FORMAT_REST, 1u + FORMAT_LOCAL_WORDS);
    put_section(b, FORMAT_BIND, 1u + FORMAT_LOCAL_WORDS);
    put_section(b, FORMAT_NAMES, 1);
    static const uint32_t empty[] = {FORMAT_MESHES,  FORMAT_RUNS,    FORMAT_PARTS,
                                     FORMAT_RECORDS, FORMAT_INDICES, FORMAT_MATERIALS};
    for (unsigned i = 0; i < sizeof empty / sizeof empty[0]; i++)
        put_section(b, empty[i], 0);
}

/* Two timelines and a curve of zeros on each; the tracks take both in turn, or one throughout. */
static void make_tracks(made_blob *b, uint32_t tracks, bool in_turn)
{
    put_header(b, SECTIONS);
    put_section(b, FORMAT_SKINS, 0);
    put_section(b, FORMAT_ENTRIES, 0);
    b->clips = begin(b, FORMAT_CLIPS);
    for (uint32_t i = 0; i < 6u; i++)
        put(b, i == 2u ? KEYS : i == 5u ? tracks : 0u);
    end(b);
    b->tracks = begin(b, FORMAT_TRACKS);
    for (uint32_t i = 0; i < tracks; i++) {
        put(b, test_halves(0, FORMAT_TRANSLATION * 4u + FORMAT_LINEAR));
        put(b, 8u * TIMELINE_WORDS + (in_turn && i % 2u == 1u ? 4u * CURVE_WORDS : 0u));
    }
    end(b);
    b->keys = begin(b, FORMAT_KEYS);
    put_timeline(b);
    put_timeline(b);
    put_curve(b, 0);
    put_curve(b, 4u * TIMELINE_WORDS);
    end(b);
    put_unknown(b);
}

static pelt_status open_made(const made_blob *b)
{
    pelt_model model;
    b->words[2] = 4u * b->count;
    return pelt_model_open_without_crc(&model, b->words, 4u * b->count, b->family);
}

static void check_word(const made_blob *b, uint32_t *word, uint32_t value, pelt_status status)
{
    *word = value;
    CHECK_EQ(open_made(b), status);
}

/* Tracks that alternate between two timelines make opening read both again and again; those that
 * share one cost their keys. */
static void check_tracks(made_blob *b, bool in_turn)
{
    uint32_t refused = 0;
    for (uint32_t tracks = 1; tracks <= MAX_TRACKS; tracks++) {
        make_tracks(b, tracks, in_turn);
        const uint32_t timelines = in_turn ? tracks : 1u;
        const bool small = CURVE_READ * tracks + TIMELINE_READ * timelines <= 4u * b->count;
        CHECK_EQ(open_made(b), small ? PELT_OK : PELT_E_CORRUPT);
        refused += small ? 0u : 1u;
    }
    CHECK(refused > 0u && refused < MAX_TRACKS);
}

/* Timelines and curves at the very end of their section, and a word beyond it, also where what is
 * there continues them. */
static void check_extents(made_blob *b)
{
    make_tracks(b, 1, false);
    uint32_t *values = b->words + b->tracks + 1u;
    uint32_t *keys = b->words + b->keys, *curve = keys + 2u * TIMELINE_WORDS;
    const uint32_t words = 2u * TIMELINE_WORDS + 2u * CURVE_WORDS;
    check_word(b, values, 4u * (words - CURVE_WORDS), PELT_OK);
    memmove(keys + words - CURVE_WORDS + 1u, curve, 4u * (CURVE_WORDS - 1u));
    check_word(b, values, *values + 4u, PELT_E_CORRUPT);
    check_word(b, values, 4u * (words - 1u), PELT_E_CORRUPT);
    check_word(b, values, 4u * words, PELT_E_CORRUPT);
    check_word(b, values, FORMAT_NONE, PELT_E_CORRUPT);

    make_tracks(b, 1, false);
    curve[0] = 4u * (words - TIMELINE_WORDS);
    memcpy(keys + words - TIMELINE_WORDS, keys, 4u * TIMELINE_WORDS);
    CHECK_OK(open_made(b));
    curve[0] += 4u;
    memmove(keys + words - TIMELINE_WORDS + 1u, keys, 4u * (TIMELINE_WORDS - 1u));
    CHECK_EQ(open_made(b), PELT_E_CORRUPT);
    keys[words - 2u] = 1u << 2 | FORMAT_FRAMES_8;
    check_word(b, &curve[0], 4u * (words - 2u), PELT_OK);
    keys[words - 2u] = 4u << 2 | FORMAT_FRAMES_8; /* of one word: 0, 1, 2, 3 */
    put(b, 0);                                    /* behind the section */
    memcpy(keys + words - 1u, "\0\1\2\3\4\5\6\7", 8);
    CHECK_OK(open_made(b));
    check_word(b, &keys[words - 2u], 5u << 2 | FORMAT_FRAMES_8, PELT_E_CORRUPT);
    check_word(b, &keys[words - 2u], 2u << 2 | FORMAT_FRAMES_16, PELT_OK);
    check_word(b, &keys[words - 2u], 3u << 2 | FORMAT_FRAMES_16, PELT_E_CORRUPT);
    check_word(b, &keys[words - 2u], KEYS << 2 | FORMAT_FRAMES_ALL, PELT_OK); /* however many */
    check_word(b, &keys[words - 2u], 0u << 2 | FORMAT_FRAMES_ALL, PELT_E_CORRUPT);
    check_word(b, &keys[words - 2u], 178956971u << 2 | FORMAT_FRAMES_ALL, /* 2^32 + 8 bits */
               PELT_E_CORRUPT);
    keys[words - 1u] = 1u << 2 | FORMAT_TICKS;
    check_word(b, &curve[0], 4u * (words - 1u), PELT_E_CORRUPT);
}

/* Keys that fill their words: where the last component has no bits it begins behind them, and
 * sampling reads the word behind that one too. */
static void check_last_component(made_blob *b)
{
    static const uint8_t forms[][4] = {{0, 16, 8, 0}, {0, 0, 0, 0}, {0, 24, 0, 0}, {0, 0, 0, 24}};
    static const uint32_t read[] = {PACKED_WORDS + 1u, 2, PACKED_WORDS + 1u, PACKED_WORDS};
    for (unsigned i = 0; i < 4u; i++)
        for (uint32_t missing = 0; missing < 2u; missing++) {
            make_tracks(b, 1, false);
            uint32_t *keys = b->words + b->keys;
            const uint32_t end = 2u * TIMELINE_WORDS + 2u * CURVE_WORDS;
            const uint32_t at = end - HEAD_WORDS - read[i] + missing;
            memmove(keys + at, keys + 2u * TIMELINE_WORDS, 4u * HEAD_WORDS);
            memcpy(keys + at + 1u, forms[i], 4);
            b->words[b->tracks + 1u] = 4u * at;
            CHECK_EQ(open_made(b), missing == 0u ? PELT_OK : PELT_E_CORRUPT);
        }
}

/* Sections without content, which nothing else gives away. */
static void check_empty_sections(made_blob *b)
{
    make_tracks(b, 1, false);
    uint32_t *unknown = b->words + 8u + 4u * (SECTIONS - 1u), *skins = b->words + 8u + 4u * 10u;
    REQUIRE(skins[0] == FORMAT_SKINS && skins[3] == 0u);
    CHECK_OK(open_made(b));
    REQUIRE(b->words[8u + 4u * 3u] == FORMAT_NAMES);
    check_word(b, &b->words[8u + 4u * 3u + 3u], 1, PELT_OK);  /* of the empty name alone */
    check_word(b, &unknown[0], FORMAT_SKINS, PELT_E_CORRUPT); /* there twice */
    check_word(b, &unknown[0], FORMAT_STREAMS, PELT_OK);
    check_word(b, &unknown[0], FORMAT_MORPHS, PELT_OK); /* of no mesh */
    const uint32_t offset = skins[2];
    check_word(b, &skins[2], 4u * (8u + 4u * SECTIONS), PELT_OK);
    check_word(b, &skins[2], skins[2] - 4u, PELT_E_CORRUPT); /* in the table */
    check_word(b, &skins[2], 4u * b->count,
               PELT_OK); /* behind the last byte nothing is, which is no harm */
    check_word(b, &skins[2], skins[2] + 4u, PELT_E_CORRUPT);
    check_word(b, &skins[2], offset + 2u, PELT_E_CORRUPT);
    make_tracks(b, 1, false);
    uint32_t *rest = b->words + 8u + 4u; /* its scales are the zeros behind it */
    REQUIRE(rest[0] == FORMAT_REST && rest[4] == FORMAT_BIND);
    for (uint32_t scales = 0; scales < 3u; scales++) {
        b->words[rest[2] / 4u] = scales;
        rest[3] = 4u * (1u + FORMAT_LOCAL_WORDS + FORMAT_SCALE_WORDS * scales);
        CHECK_EQ(open_made(b), scales < 2u ? PELT_OK : PELT_E_CORRUPT); /* of one joint */
    }
    make_tracks(b, 1, false);
    uint32_t *materials = b->words + 8u + 4u * 9u; /* one that no part names, of zeros or ticks */
    REQUIRE(materials[0] == FORMAT_MATERIALS && materials[3] == 0u);
    materials[2] = rest[2];
    materials[3] = sizeof(format_material);
    CHECK_OK(open_made(b));
    check_word(b, &materials[2], 4u * b->keys, PELT_E_CORRUPT);
    for (uint32_t i = 0; i + 1u < SECTIONS; i++) { /* one is missing */
        make_tracks(b, 1, false);
        const bool optional = b->words[8u + 4u * i] == FORMAT_BIND;
        b->words[8u + 4u * i] = FORMAT_TAG('?', '?', '?', '?');
        CHECK_EQ(open_made(b), PELT_E_VERSION);
        b->words[9u + 4u * i] = test_halves(1, 0);
        CHECK_EQ(open_made(b), optional ? PELT_OK : PELT_E_CORRUPT);
    }
}

/* The most sections, and one more; most are unknown. */
static void check_most_sections(made_blob *b)
{
    for (uint32_t table = FORMAT_MAX_SECTIONS; table < FORMAT_MAX_SECTIONS + 2u; table++) {
        put_header(b, table);
        put_section(b, FORMAT_SKINS, 0);
        put_section(b, FORMAT_ENTRIES, 0);
        put_no_clips(b);
        while (b->section < table)
            put_unknown(b);
        CHECK_EQ(open_made(b), table == FORMAT_MAX_SECTIONS ? PELT_OK : PELT_E_CORRUPT);
    }
}

#define MESH_WORD(field) (offsetof(format_mesh, field) / 4u)

/* A mesh of so many vertices in as many runs: none, or one. */
static void put_mesh(made_blob *b, uint32_t vertices)
{
    for (uint32_t i = 0; i < sizeof(format_mesh) / 4u; i++)
        put(b, i == MESH_WORD(vertex_count) || i == MESH_WORD(run_count) ? vertices
               : i == MESH_WORD(uvs) || i == MESH_WORD(colours) || i == MESH_WORD(tangents)
                   ? FORMAT_NONE
                   : 0u);
}

/* A mesh without vertices and so many targets; at its two weight keys so many words are missing. */
static pelt_status open_weights(made_blob *b, uint32_t targets, uint32_t interpolation,
                                uint32_t missing)
{
    const uint32_t bits = 2u * 24u * targets * (interpolation == FORMAT_CUBIC ? 3u : 1u);
    const uint32_t head = format_curve_bytes(targets) / 4u, words = (bits + 31u) / 32u + 1u;
    put_header(b, SECTIONS + 2u);
    fill_section(b, 4, sizeof(format_mesh));
    put_mesh(b, 0);
    put_skin(b, 1);
    put_section(b, FORMAT_MORPHS, sizeof(format_morph) / 4u);
    b->words[b->count - sizeof(format_morph) / 4u] = targets;
    put_section(b, FORMAT_DELTAS, targets + 1u);
    put_section(b, FORMAT_STREAMS, 0);
    put_section(b, FORMAT_CLIPS, 0);
    begin(b, FORMAT_TRACKS);
    put(b, test_halves(0, FORMAT_WEIGHTS * 4u + interpolation));
    put(b, 8);
    end(b);
    begin(b, FORMAT_KEYS);
    put(b, 2u << 2 | FORMAT_FRAMES_ALL);
    put(b, 0);
    uint8_t *bytes = (uint8_t *)(b->words + b->count);
    for (uint32_t i = 0; i < head + targets + words - missing; i++)
        put(b, 0);
    for (uint32_t i = 0; i < targets; i++)
        bytes[5u + i] = 24;
    bytes[4] = 1; /* timeline 0, form 1 */
    end(b);
    b->words[5] = b->section;
    return open_made(b);
}

static void check_weight_extents(made_blob *b)
{
    for (uint32_t targets = 1; targets < 4u; targets++) {
        CHECK_OK(open_weights(b, targets, FORMAT_LINEAR, 0));
        CHECK_EQ(open_weights(b, targets, FORMAT_LINEAR, 1), PELT_E_CORRUPT);
        CHECK_OK(open_weights(b, targets, FORMAT_CUBIC, 0));
        CHECK_EQ(open_weights(b, targets, FORMAT_CUBIC, 1), PELT_E_CORRUPT);
    }
    CHECK_EQ(open_weights(b, 0, FORMAT_LINEAR, 0), PELT_E_CORRUPT); /* weights of nothing */
}

/* A packed vertex of n influences whose record, with its normal where that lies behind, is the last
 * of the blob: `first` is its first halfword, the others name entry 0 and leave no weight at one.
 */
static pelt_status open_packed(made_blob *b, uint32_t encoding, uint32_t n, uint32_t first)
{
    static const uint16_t others[PELT_MAX_INFLUENCES][3] = {
        {0}, {0}, {64u << 8}, {0, 64u << 6, 64u << 6}};
    const uint32_t bytes = format_packed_bytes(n) + (n % 2u != 0u ? 4u : 0u);
    put_header(b, SECTIONS);
    b->words[1] = test_halves(PELT_FORMAT_VERSION, encoding);
    b->family = encoding == PELT_LEAN ? &pelt_lean_packed : &pelt_exact_packed;
    fill_section(b, 4, sizeof(format_mesh));
    put_mesh(b, 1);
    fill_section(b, 5, sizeof(format_run));
    put(b, 0);
    put(b, 1);
    put(b, 0);
    put(b, test_halves(n, FORMAT_RUN_PACKED));
    put_skin(b, 1);
    put_no_clips(b);
    put_section(b, FORMAT_STREAMS, 0);
    fill_section(b, 7, bytes);
    const uint16_t *rest = others[n - 1u];
    put(b, test_halves(first, rest[0]));
    put(b, test_halves(rest[1], rest[2]));
    for (uint32_t left = bytes / 4u - 2u; left > 0u; left--)
        put(b, 0);
    return open_made(b);
}

static void check_last_packed(made_blob *b)
{
    static const pelt_encoding encodings[] = {PELT_EXACT, PELT_LEAN};
    for (unsigned i = 0; i < 2u; i++)
        for (uint32_t n = 1; n <= PELT_MAX_INFLUENCES; n++) {
            const uint32_t weight = n == 2u || n == 3u ? 64u << 8 : 0u; /* of entry 0 */
            const uint32_t second = n == 1u ? FORMAT_ENTRY_BYTES : 1u;  /* of one entry */
            CHECK_OK(open_packed(b, encodings[i], n, weight));
            CHECK_EQ(open_packed(b, encodings[i], n, weight | second), PELT_E_CORRUPT);
        }
}

#if __STDC_HOSTED__ /* the largest palette takes more memory than some boards have */
/* A skin of so many entries. */
static pelt_status open_entries(made_blob *b, uint32_t entries)
{
    put_header(b, SECTIONS - 1u);
    put_skin(b, entries);
    put_no_clips(b);
    return open_made(b);
}

static void check_most_entries(void)
{
    static uint32_t words[20000];
    made_blob b = {words, sizeof words / 4u, 0, 0, 0, 0, 0, &pelt_exact};
    CHECK_OK(open_entries(&b, 1365));
    CHECK_EQ(open_entries(&b, 1366), PELT_E_CORRUPT);
}
#else
#define check_most_entries() ((void)0)
#endif

void test_content_work(void)
{
    made_blob b = {test_take(4u * SMALL_WORDS), SMALL_WORDS, 0, 0, 0, 0, 0, &pelt_exact};
    check_empty_sections(&b);
    check_most_sections(&b);
    check_weight_extents(&b);
    check_tracks(&b, true);
    check_tracks(&b, false);
    check_extents(&b);
    check_last_component(&b);
    check_last_packed(&b);
    check_most_entries();
    test_release();
}
