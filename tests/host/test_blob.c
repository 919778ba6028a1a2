/* SPDX-License-Identifier: MIT */
/* Opens hostile blobs, in a build with sanitizers. Each lies in memory of its own that is as long as it, so
 * that any read outside is noticed.
 *
 *   test_blob [--bits] BLOB...
 *
 * For each file it tries every length, every third flipped bit with the CRC and without it, and many
 * random changes with a corrected CRC; of a large file it takes samples. tests/fuzz/fuzz_blob.c plays every
 * model that opens to its last vertex, and at least one must open. --bits instead tries every seventh
 * flipped bit with the CRC, of blobs of any size; that takes time quadratic in the size, so it is for builds
 * without sanitizers. */
#include <stdlib.h>
#include <string.h>

#include "../fuzz/target.h"
#include "check.h"
#include "common/output.h"
#include "src/blob/format.h"

#define RANDOM_ROUNDS 3000u
#define LARGE_BYTES 8192u /* larger blobs are tried by samples */

static uint8_t *copy_of(const uint8_t *blob, size_t bytes)
{
    uint8_t *copy = diag_calloc(bytes, 1);
    memcpy(copy, blob, bytes);
    return copy;
}

static void try_lengths(const uint8_t *blob, size_t bytes)
{
    const pelt_family *family = fuzz_family_of(blob, bytes);
    const size_t step = bytes > LARGE_BYTES ? 61 : 1;
    for (size_t length = 0; length < bytes; length += step) {
        pelt_model model;
        FREED uint8_t *copy = copy_of(blob, length);
        check(pelt_model_open(&model, copy, length, family) == PELT_E_TRUNCATED &&
                  pelt_model_open_without_crc(&model, copy, length, family) == PELT_E_TRUNCATED,
              "length %zu of %zu is not refused as truncated", length, bytes);
    }
}

static void flip(uint8_t *blob, size_t bit)
{
    blob[bit / 8] = (uint8_t)(blob[bit / 8] ^ 1u << (bit % 8));
}

/* Flips every seventh bit: one or two of each byte, and each of the eight once in any seven bytes. */
static void try_bits(uint8_t *blob, size_t bytes)
{
    const pelt_family *family = fuzz_family_of(blob, bytes);
    pelt_model model;
    check(pelt_model_open(&model, blob, bytes, family) == PELT_OK, "the blob does not open");
    for (size_t bit = 0; bit < 8 * bytes; bit += 7u) {
        flip(blob, bit);
        check(pelt_model_open(&model, blob, bytes, family) != PELT_OK,
              "flipped bit %zu is not refused", bit);
        flip(blob, bit);
    }
}

/* Flips every third bit, and so one of every byte: the CRC must find it, and if the blob opens without the CRC,
 * it is played. `phase` says which: the three blobs of tiny have all, as have those of shared. */
static void try_flips(const uint8_t *blob, size_t bytes, size_t phase)
{
    const pelt_family *family = fuzz_family_of(blob, bytes);
    FREED uint8_t *copy = copy_of(blob, bytes);
    const size_t step = bytes > LARGE_BYTES ? 3u * 1009u : 3u;
    for (size_t bit = phase; bit < 8 * bytes; bit += step) {
        pelt_model model;
        flip(copy, bit);
        check(pelt_model_open(&model, copy, bytes, family) != PELT_OK,
              "flipped bit %zu passes the CRC", bit);
        LLVMFuzzerTestOneInput(copy, bytes);
        flip(copy, bit);
    }
}

/* Writes critical numbers into one to three random words behind the checksum, or adds them. */
static void spoil(uint8_t *blob, size_t bytes)
{
    static const uint32_t numbers[] = {0,           1,           4,           0x7FFFFFFFu,
                                       0x80000000u, 0xFFFFFFFFu, 0xFFFFFFFCu, 0x7FC00000u,
                                       0x7F800000u, 48,          0xFFFF0000u};
    for (uint32_t k = 1 + check_draw(3); k > 0; k--) {
        const size_t at = FORMAT_CRC_OFFSET + 4u + check_draw((uint32_t)bytes - 16u) / 4u * 4u;
        const uint32_t number =
            check_draw(2) ? numbers[check_draw(11)] : (uint32_t)((int32_t)check_draw(65) - 32);
        uint32_t word;
        memcpy(&word, blob + at, sizeof word);
        word = check_draw(2) ? number : word + number;
        memcpy(blob + at, &word, sizeof word);
    }
}

static void try_spoiled(const uint8_t *blob, size_t bytes)
{
    const uint32_t rounds = bytes > LARGE_BYTES ? RANDOM_ROUNDS / 10u : RANDOM_ROUNDS;
    for (uint32_t i = 0; i < rounds; i++) {
        FREED uint8_t *copy = copy_of(blob, bytes);
        spoil(copy, bytes);
        LLVMFuzzerTestOneInput(copy, bytes);
    }
}

int main(int argc, char **argv)
{
    const bool bits = argc > 1 && strcmp(argv[1], "--bits") == 0;
    for (int i = bits ? 2 : 1; i < argc; i++) {
        void *blob;
        size_t bytes;
        diag d = {0};
        if (!read_file(&blob, &bytes, argv[i], &d)) {
            diag_print(&d, argv[i]);
            return 3;
        }
        const unsigned before = fuzz_played;
        if (bits) {
            try_bits(blob, bytes);
        } else {
            try_lengths(blob, bytes);
            try_flips(blob, bytes, (size_t)i % 3u);
            try_spoiled(blob, bytes);
            check(fuzz_played > before, "%s: no damaged blob opens", argv[i]);
        }
        free(blob);
    }
    return check_end();
}
