/* SPDX-License-Identifier: MIT */
/* Clips of "tiny" in pages: the bits of the blob that holds them itself, how often pages are brought,
 * and what is refused. */
#include "paged.h"

paged_file test_paged;

/* A model without clips of its own beside the blob that has them. */
typedef struct both {
    pelt_model model, own, store;
    pelt_pages pages;
    pelt_pose_q16 pose, wanted; /* or in float, of the same layout */
} both;

static pelt_status sample(pelt_pose_q16 *pose, uint32_t clip, pelt_time time)
{
    pelt_pose_f32 real = {pose->model, (pelt_local_f32 *)(void *)pose->locals,
                          (float *)(void *)pose->weights, 0};
    return pose->model->encoding == PELT_FLOAT ? pelt_pose_sample_f32(&real, clip, time)
                                               : pelt_pose_sample_q16(pose, clip, time);
}

static bool same_locals(const both *b)
{
    return memcmp(b->pose.locals, b->wanted.locals,
                  b->model.joint_count * sizeof *b->pose.locals) == 0;
}

static void take_pose(pelt_pose_q16 *pose, const pelt_model *model)
{
    pelt_arena arena;
    pelt_pose_f32 real;
    open_arena(&arena, pelt_pose_bytes_get(model));
    if (model->encoding != PELT_FLOAT) {
        REQUIRE(pelt_pose_alloc_q16(pose, model, &arena) == PELT_OK);
        return;
    }
    REQUIRE(pelt_pose_alloc_f32(&real, model, &arena) == PELT_OK);
    *pose = (pelt_pose_q16){model, (pelt_local_q16 *)(void *)real.locals,
                            (int32_t *)(void *)real.weights, 0};
}

static both *take_both(unsigned which, uint32_t buffers)
{
    both *b = test_take(sizeof *b);
    patient p = admit(tiny_blobs[which]);
    allow_scales(&p);
    CHECK_OK(pelt_model_open_without_crc(&b->own, p.copy, p.bytes, p.model.family));
    b->model = b->own;
    open_pages(&b->pages, &b->store, pages_blobs[which], buffers);
    CHECK_OK(pelt_clips_open(&b->model, &b->store, NULL));
    take_pose(&b->pose, &b->model);
    take_pose(&b->wanted, &b->own);
    return b;
}

/* Every 1/64 s, forward and at random; loops and players end where these do. */
static void check_bits(unsigned which, uint32_t buffers)
{
    both *b = take_both(which, buffers);
    for (int32_t i = -20; i < 200; i++) {
        const uint32_t clip = i < 70 ? 0u : i < 140 ? 1u : test_random() & 1u;
        const pelt_time time = i == -20   ? INT32_MIN
                               : i == 139 ? INT32_MAX
                               : i < 140  ? (i % 70) * PELT_SECONDS(1) / 64
                                          : (pelt_time)(test_random() % 1400000u) - 300000;
        CHECK_OK(sample(&b->wanted, clip, time));
        CHECK_OK(sample(&b->pose, clip, time));
        CHECK(same_locals(b));
    }
    pelt_clip_info info, own;
    CHECK_OK(pelt_clip_get(&info, &b->model, 0));
    CHECK_OK(pelt_clip_get(&own, &b->own, 0));
    CHECK(info.start == own.start && info.end == own.end);
    CHECK_EQ(sample(&b->pose, 2, 0), PELT_E_RANGE);
    test_release();
}

/* Moments of some pages, and whether these have to be brought to one of two buffers, after so many uses. */
static void check_reads(uint32_t uses)
{
    both *b = take_both(0, 2);
    const uint32_t *first = (const uint32_t *)(const void *)(pages_section(&b->store) + 1);
    const uint32_t *starts = first + 3;
    static const uint8_t order[] = {0, 0, 1, 0, 2, 0, 1, 2, 2, 0};
    static const uint8_t brought[] = {1, 0, 1, 0, 1, 0, 1, 1, 0, 1};
    const pelt_time start = stored_clip(&b->own, 0)->start;
    REQUIRE(first[1] == 3u && first[2] > first[1]);
    b->pages.uses = uses;
    for (uint32_t i = 0; i < sizeof order; i++) {
        const uint32_t page = order[i], before = test_paged.reads;
        const pelt_time from = start + (pelt_time)starts[page];
        CHECK_OK(pelt_pages_seek(&b->pages, 0, page == 0u ? INT32_MIN : from));
        CHECK_EQ(test_paged.reads - before, brought[i]);
        CHECK_OK(
            sample(&b->pose, 0, page == 2u ? INT32_MAX : start + (pelt_time)starts[page + 1u] - 1));
        CHECK_EQ(test_paged.reads - before, brought[i]);
    }
    test_release();
}

/// Damage ////////////////////////////////////////////////////////////////////////////////////////

/* A page of a copy of the file. */
typedef struct sick_page {
    uint8_t *bytes;
    const uint8_t *stored;
    uint32_t count;
} sick_page;

static void seal_page(const sick_page *page)
{
    const uint32_t *words = (const uint32_t *)(const void *)page->bytes;
    const uint32_t crc = pelt_crc32_update(0, words + 1, page->count / 4u - 1u);
    memcpy(page->bytes, &crc, sizeof crc);
}

/* What cannot be sampled leaves the pose as it was; the page is then healed. */
static void check_refused(both *b, const sick_page *page, pelt_status status)
{
    CHECK_EQ(sample(&b->pose, 0, INT32_MIN), status);
    CHECK(same_locals(b));
    CHECK_EQ(pelt_pages_seek(&b->pages, 0, INT32_MIN), status);
    memcpy(page->bytes, page->stored, page->count);
}

static void check_sealed(both *b, const sick_page *page, pelt_status status)
{
    seal_page(page);
    check_refused(b, page, status);
}

static void check_damage(unsigned which)
{
    both *b = take_both(which, 1);
    const uint32_t size = b->pages.page_bytes, bytes = b->pages.offset + 2u * size;
    uint8_t *file = memcpy(test_take(bytes), pages_blobs[which], bytes);
    const sick_page page = {file + b->pages.offset,
                            (const uint8_t *)pages_blobs[which] + b->pages.offset, size};
    format_page *head = (format_page *)(void *)page.bytes;
    format_track *track = (format_track *)(void *)(head + 1);
    CHECK_OK(sample(&b->wanted, 1, 900000));
    CHECK_OK(sample(&b->pose, 1, 900000));
    test_paged.bytes = file;
    test_paged.answer = -1;
    check_refused(b, &page, PELT_E_PAGE);
    test_paged.answer = 0;
    test_paged.ahead = size; /* another page of the store */
    check_refused(b, &page, PELT_E_MISMATCH);
    test_paged.ahead = 0;
    for (uint32_t i = 0; i < size; i++) {
        page.bytes[i] ^= (uint8_t)(1u << (i & 7u));
        check_refused(b, &page, PELT_E_CRC);
    }
    head->store++;
    check_sealed(b, &page, PELT_E_MISMATCH);
    head->number++;
    check_sealed(b, &page, PELT_E_MISMATCH);
    head->track_count = 7; /* the store's joints have 6 paths */
    check_sealed(b, &page, PELT_E_CORRUPT);
    head->track_count = UINT32_MAX;
    check_sealed(b, &page, PELT_E_CORRUPT);
    track->joint = 5;
    check_sealed(b, &page, PELT_E_CORRUPT);
    track->kind = 4u * FORMAT_WEIGHTS + FORMAT_CONSTANT;
    check_sealed(b, &page, PELT_E_CORRUPT);
    track->values =
        size - (uint32_t)sizeof *head - 8u * head->track_count; /* the end of its keys */
    check_sealed(b, &page, PELT_E_CORRUPT);
    CHECK_OK(sample(&b->wanted, 0, INT32_MIN));
    CHECK_OK(sample(&b->pose, 0, INT32_MIN));
    CHECK(same_locals(b));
    test_release();
}

/* Translations of form 1 have one bit left: enough for a model of half the store's unit, not of a quarter. */
static void check_lengths(void)
{
    both *b = take_both(0, 1);
    const uint32_t size = b->pages.page_bytes, bytes = b->pages.offset + size;
    uint8_t *file = memcpy(test_take(bytes), pages_blobs[0], bytes);
    const sick_page page = {file + b->pages.offset, NULL, size};
    const format_page *head = (const format_page *)(const void *)page.bytes;
    const format_track *track = (const format_track *)(const void *)(head + 1);
    uint8_t *keys = page.bytes + sizeof *head + head->track_count * sizeof *track;
    test_paged.bytes = file;
    while (format_path_of(track->kind) != FORMAT_TRANSLATION ||
           format_interpolation_of(track->kind) == FORMAT_CONSTANT)
        track++;
    keys[track->values + offsetof(format_curve, form)] = 1;
    seal_page(&page);
    for (b->model.store_shift = 0; b->model.store_shift < 3; b->model.store_shift++)
        CHECK_EQ(sample(&b->pose, 0, INT32_MIN),
                 b->model.store_shift < 2 ? PELT_OK : PELT_E_CORRUPT);
    test_release();
}

/// Opening ///////////////////////////////////////////////////////////////////////////////////////

static pelt_status reopened(both *b, void *memory, size_t bytes)
{
    return pelt_pages_open(&b->pages, &b->store, read_paged, &test_paged, memory, bytes);
}

static void check_opening(unsigned which)
{
    both *b = take_both(which, 1);
    const uint32_t size = b->pages.page_bytes;
    uint8_t *memory = test_take(3u * size);
    uint8_t *copy = copy_blob(pages_blobs[which]);
    CHECK_OK(pelt_model_open(&b->store, copy, blob_bytes(pages_blobs[which]),
                             family_for(pages_blobs[which])));
    format_pages *section = (format_pages *)(uintptr_t)pages_section(&b->store);
    const format_pages stored = *section;
    uint32_t *first = (uint32_t *)(void *)(section + 1), *starts = first + 3;
    pelt_model model = b->own;
    CHECK_EQ(pelt_clips_open(&model, &b->store, NULL), PELT_E_PAGE);
    CHECK(memcmp(&model, &b->own, sizeof model) == 0);
    CHECK_EQ(reopened(b, memory, size - 1u), PELT_E_ARENA);
    CHECK(b->store.pages == NULL && b->store.find == NULL);
    CHECK_EQ(reopened(b, memory + 2, size), PELT_E_ALIGNMENT);
    CHECK_EQ(pelt_pages_open(&b->pages, &b->store, NULL, NULL, memory, size), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_pages_open(&b->pages, &b->own, read_paged, NULL, memory, size), PELT_E_RANGE);
    CHECK_OK(reopened(b, memory, 3u * size - 1u));
    CHECK_EQ(b->pages.buffer_count, 2);
    const struct {
        uint32_t *at, value;
    } wrong[] = {{&section->page_bytes, FORMAT_MIN_PAGE_BYTES - 4u},
                 {&section->page_bytes, FORMAT_MAX_PAGE_BYTES + 4u},
                 {&section->page_bytes, size + 2u},
                 {&section->page_count, stored.page_count + 1u},
                 {&section->page_count, stored.page_count - 1u},
                 {&section->offset, 0u - stored.page_count * size},
                 {first, 1},
                 {first + 1, 0},
                 {first + 1, stored.page_count + 1u},
                 {first + 2, stored.page_count - 1u},
                 {first + 2, UINT32_MAX},
                 {starts, 1},
                 {starts + 1, 0},
                 {starts + first[1], 1}};
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_WITH(*wrong[i].at, wrong[i].value, reopened(b, memory, 3u * size), PELT_E_CORRUPT);
    }
    CHECK_WITH(section->offset, 0u - stored.page_count * size - 1u, reopened(b, memory, size),
               PELT_OK);
    for (section->page_bytes = FORMAT_MIN_PAGE_BYTES; section->page_bytes <= FORMAT_MAX_PAGE_BYTES;
         section->page_bytes += FORMAT_MAX_PAGE_BYTES - FORMAT_MIN_PAGE_BYTES)
        CHECK_EQ(reopened(b, memory, 64),
                 section->page_bytes == FORMAT_MIN_PAGE_BYTES ? PELT_OK : PELT_E_ARENA);
    section->page_bytes = size;
    for (; first[1] < first[2]; first[1]++) /* all pages are of the first clip */
        starts[first[1]] = starts[first[1] - 1u] + 1u;
    CHECK_OK(reopened(b, memory, size));
    CHECK_OK(pelt_clips_open(&b->model, &b->store, NULL));
    test_paged.reads = 0;
    CHECK_OK(pelt_pages_seek(&b->pages, 1, 0));
    CHECK_OK(sample(&b->pose, 1, 300000));
    CHECK(test_paged.reads == 0u && same_locals(b)); /* both are at rest */
    test_release();
}

void test_pages(void)
{
    for (unsigned which = 0; which < 3u; which++) {
        check_bits(which, 1);
        check_bits(which, 3);
        check_damage(which);
        check_opening(which);
    }
    check_reads(0);
    for (uint32_t left = 0; left < 20u; left++) /* until their count begins again */
        check_reads(UINT32_MAX - left);
    check_lengths();
}
