/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any bytes as a blob. It opens them with the checksum as it is, without it, and
 * with a corrected one, and plays every model that opens to its last vertex. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/blob/format.h"
#include "src/kernel/family.h"
#include "pelt/face.h"
#include "pelt/gpu.h"
#include "pelt/motion.h"
#include "pelt/pages.h"
#include "pelt/springs.h"
#include "target.h"

unsigned fuzz_played;

static void demand(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "fuzz_blob: %s failed on a model that opened\n", what);
    abort();
}

/* Each object lives in its own memory, allocated to the byte, so that the sanitizer notices a write
 * past its end; in one arena it would only overwrite its neighbour. */
static void *exercise_take(size_t bytes)
{
    void *memory = malloc(bytes == 0 ? 1 : bytes);
    if (memory == NULL)
        abort();
    return memory;
}

static void exercise_give(void *memory)
{
    free(memory);
}

#define EXPECT(condition, what) demand(condition, what)
#include "../unit/queries.inc"

#define NAME(x) x##_q16
#define num int32_t
#define ONE 65536
#include "../unit/exercise.inc"
#undef NAME
#undef num
#undef ONE

#define NAME(x) x##_f32
#define num float
#define ONE 1.0f
#include "../unit/exercise.inc"

static void seal(uint8_t *blob, size_t size)
{
    uint32_t blob_bytes;
    if (size < sizeof(format_header))
        return;
    memcpy(&blob_bytes, blob + 8, sizeof blob_bytes);
    if (blob_bytes > size || blob_bytes < sizeof(format_header))
        return;
    const uint32_t crc = format_crc(blob, blob_bytes);
    memcpy(blob + FORMAT_CRC_OFFSET, &crc, sizeof crc);
}

/* The file of a store of clips: the fuzzed bytes, in which pages follow the blob. read_page() leaves pages
 * whose first word is a multiple of 4 as they are; few of those are valid. The others get the blob's CRC,
 * their own number and a right CRC of their own, so that their contents are looked at. */
typedef struct paged_file {
    const uint8_t *bytes;
    size_t count;
    pelt_pages pages;
} paged_file;

static int read_page(void *user, void *page, uint32_t offset, uint32_t bytes)
{
    const paged_file *file = user;
    uint32_t *words = page;
    if (offset > file->count || bytes > file->count - offset)
        return 1;
    memcpy(page, file->bytes + offset, bytes);
    if (words[0] % 4u == 0u)
        return 0;
    memcpy(&words[1], file->bytes + FORMAT_CRC_OFFSET, sizeof words[1]);
    words[2] = (offset - file->pages.offset) / bytes;
    words[0] = pelt_crc32_update(0, words + 1, bytes / 4u - 1u);
    return 0;
}

static void exercise_pages(pelt_model *store, const uint8_t *bytes, size_t count)
{
    paged_file file = {bytes, count, {0}};
    void *memory = exercise_take(FORMAT_MAX_PAGE_BYTES);
    if (pelt_pages_open(&file.pages, store, read_page, &file, memory, FORMAT_MAX_PAGE_BYTES) ==
        PELT_OK) {
        for (uint32_t i = 0; i < store->clip_count && i < QUERIES_MOST; i++)
            (void)pelt_pages_seek(&file.pages, i, 0);
        if (store->encoding == PELT_FLOAT)
            exercise_store_f32(store);
        else
            exercise_store_q16(store);
    }
    exercise_give(memory);
}

const pelt_family *fuzz_family_of(const uint8_t *blob, size_t size)
{
    uint16_t encoding = 0;
    if (size >= sizeof(format_header))
        memcpy(&encoding, blob + offsetof(format_header, encoding), sizeof encoding);
    return encoding == PELT_LEAN    ? &pelt_lean_volume
           : encoding == PELT_FLOAT ? &pelt_float_volume
                                    : &pelt_exact_volume;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pelt_model model, unchecked;
    uint8_t *blob = exercise_take(size);
    if (size > 0)
        memcpy(blob, data, size);
    const pelt_family *family = fuzz_family_of(blob, size);
    const pelt_status first = pelt_model_open(&model, blob, size, family);
    const pelt_status without = pelt_model_open_without_crc(&unchecked, blob, size, family);
    demand(first == without || first == PELT_E_CRC, "opening without the checksum");
    seal(blob, size);
    const pelt_status sealed = pelt_model_open(&model, blob, size, family);
    demand(sealed == without, "opening with the checksum made right");
    if (sealed == PELT_OK) {
        demand(model.blob == blob && model.blob_bytes <= size, "the model's bounds");
        read_queries(&model);
        if (model.encoding == PELT_FLOAT)
            exercise_f32(&model);
        else
            exercise_q16(&model);
        exercise_pages(&model, blob, size);
        fuzz_played++;
    }
    free(blob);
    return 0;
}
