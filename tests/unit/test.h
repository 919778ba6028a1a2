/* SPDX-License-Identifier: MIT */
/* The test bodies of this folder run unchanged on the host and on every board: freestanding C99,
 * text through board.h, all scratch memory from one buffer that fits a 16 KB machine. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Pseudo-random cases of one check; the host's build sets more. */
#ifndef TEST_ROUNDS
#define TEST_ROUNDS 1000u
#endif

/* Fewer cases, where boards run the same code as the host and doubles are slow. */
#define TEST_FEWER (TEST_ROUNDS > 1000u ? TEST_ROUNDS : 250u)

/* What is not a number, or minus infinity where an emulator cannot compare NaNs. */
#ifndef TEST_NAN_BITS
#define TEST_NAN_BITS 0x7FC00000u
#endif

/* Where a check is and, with TEST_TEXTS, what it says: boards with 256 KB of flash have no room for
 * the words, nor for passing them. */
#ifdef TEST_TEXTS
#define TEST_PLACE_PARAMETERS const char *file, uint32_t line, const char *text
#define TEST_PLACE(expression) __FILE__, __LINE__, #expression
#define TEST_PASS_PLACE file, line, text
#else
#define TEST_PLACE_PARAMETERS const char *file, uint32_t line
#define TEST_PLACE(expression) __FILE__, __LINE__
#define TEST_PASS_PLACE file, line
#endif

/* Counts a check; prints file, line and text of the first failures. */
void test_check(bool ok, TEST_PLACE_PARAMETERS);

/* The same for numbers, printing both. */
void test_check_equal(int32_t actual, int32_t expected, TEST_PLACE_PARAMETERS);

/* For what nothing makes sense without: ends the run where it fails. */
void test_require(bool ok, TEST_PLACE_PARAMETERS);

#define CHECK(condition) test_check((condition), TEST_PLACE(condition))
#define REQUIRE(condition) test_require((condition), TEST_PLACE(condition))
#define CHECK_EQ(actual, expected)                                                                 \
    test_check_equal((int32_t)(actual), (int32_t)(expected), TEST_PLACE(actual))
#define CHECK_OK(call) CHECK_EQ(call, 0) /* PELT_OK */
/* Checks what a call returns while a field has another value. */
#define CHECK_WITH(field, value, call, status)                                                     \
    do {                                                                                           \
        uint8_t kept_[sizeof(field)];                                                              \
        memcpy(kept_, &(field), sizeof kept_);                                                     \
        (field) = (value);                                                                         \
        CHECK_EQ(call, status);                                                                    \
        memcpy(&(field), kept_, sizeof kept_);                                                     \
    } while (0)
#define CHECK_NEAR(actual, expected, limit)                                                        \
    test_check(test_near((actual), (expected), (limit)), TEST_PLACE(actual))

static inline float test_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline bool test_near(double actual, double expected, double limit)
{
    const double difference = actual - expected;
    return difference <= limit && -difference <= limit; /* false for a NaN */
}

uint32_t test_check_count(void);
uint32_t test_failure_count(void);

/// Pseudo-random numbers, the same sequence everywhere //////////////////////////////////////////

void test_random_seed(uint32_t seed);
uint32_t test_random(void);

/* Any int32_t; extreme and round values far more often than by chance. */
int32_t test_random_extreme(void);

/* [-limit, limit] */
int32_t test_random_within(int32_t limit);

/* Multiples of 2^-15 in [-1, 1]. */
float test_random_unit(void);

/* Weights below `total`, which is their sum: even ones, or each 0, as large as can be, or any. */
void test_random_weights(int32_t weights[4], uint32_t count, int32_t total);

/// Scratch memory ///////////////////////////////////////////////////////////////////////////////

/* One group of tests runs at a time and owns all of it. test_take gives 8-byte aligned pieces, or
 * stops the run where the buffer is too small; test_release gives all back. */
#define TEST_MEMORY_BYTES 8704u
void *test_take(size_t bytes);
void test_release(void);

/* Fills with a pattern, and whether all of it is still there. */
void test_fill(void *memory, size_t bytes);
bool test_filled(const void *memory, size_t bytes);
bool test_same(const void *a, const void *b, size_t bytes);

/* Makes two checks: that elements `stride` bytes from each other are the expected ones, which are `apart`
 * bytes from each other; and that nothing was written between them and in four bytes behind the last. */
#define CHECK_SPREAD(actual, stride, expected, apart, bytes, count)                                \
    test_check_spread(actual, stride, expected, apart, bytes, count, TEST_PLACE(actual))
void test_check_spread(const void *actual, uint32_t stride, const void *expected, uint32_t apart,
                       uint32_t bytes, uint32_t count, TEST_PLACE_PARAMETERS);

/* A word of two halfwords, the first of them first in memory. */
static inline uint32_t test_halves(uint32_t first, uint32_t second)
{
    const uint16_t pair[2] = {(uint16_t)first, (uint16_t)second};
    uint32_t word;
    memcpy(&word, pair, sizeof word);
    return word;
}

/* Turns records with offsets into those of a run of one joint set (src/blob/format.h), in place: the
 * first `skip` bytes of the first go to `offsets`, and `set_bytes` behind them remain of each. */
void test_split_set(uint32_t offsets[4], void *records, uint32_t count, uint32_t record_bytes,
                    uint32_t skip, uint32_t set_bytes);

/// Groups ///////////////////////////////////////////////////////////////////////////////////////

/* ONE(function, name) is a group of tests, EACH(function, name) one of function_q16 and function_f32,
 * which are written once (templates.inc). Each part fits an image: 1 arithmetic; 2 stages; 3 what is
 * above them; 4 motion; 5 tuned kernels, for emulators in which all take too long; 6 edits of poses;
 * 7 what casts share and how clips change; 0 all. */
#define TEST_PART_1(ONE, EACH)                                                                     \
    TEST_PART_5(ONE, EACH)                                                                         \
    ONE(test_fixed, "fixed")                                                                       \
    ONE(test_rsqrt, "rsqrt")                                                                       \
    ONE(test_arena, "arena")                                                                       \
    ONE(test_arrays, "arrays to the bit")                                                          \
    EACH(test_arrays, "arrays")                                                                    \
    ONE(test_plain, "plain arrays")                                                                \
    EACH(test_weights, "weights")                                                                  \
    EACH(test_morph, "morph")                                                                      \
    EACH(test_morph_weights, "morph weights")                                                      \
    ONE(test_pack, "pack")                                                                         \
    ONE(test_kernels, "kernels")                                                                   \
    ONE(test_packed, "packed")                                                                     \
    ONE(test_stages_q12, "stages q12")                                                             \
    ONE(test_normalise, "normalise")                                                               \
    ONE(test_narrow, "narrow")
#define TEST_PART_5(ONE, EACH)                                                                     \
    ONE(test_tuned, "tuned kernels")                                                               \
    ONE(test_tuned_stages, "tuned stages")
#define TEST_PART_2(ONE, EACH)                                                                     \
    ONE(test_curve, "curves")                                                                      \
    EACH(test_skeletons, "skeletons")                                                              \
    ONE(test_model, "model")                                                                       \
    ONE(test_model_damage, "damaged model")                                                        \
    ONE(test_content, "contradictions")                                                            \
    EACH(test_arguments, "arguments")                                                              \
    EACH(test_sampling, "sampling")                                                                \
    EACH(test_ranges, "ranges")                                                                    \
    EACH(test_tangents, "tangents")                                                                \
    ONE(test_content_work, "what opening reads")                                                   \
    EACH(test_places, "places of joints")
#define TEST_PART_3(ONE, EACH)                                                                     \
    EACH(test_faults, "faults of poses")                                                           \
    EACH(test_moves, "moves")                                                                      \
    EACH(test_characters, "characters")                                                            \
    EACH(test_hang, "hang")                                                                        \
    EACH(test_hardware, "hardware")                                                                \
    EACH(test_corners, "corners")                                                                  \
    EACH(test_light, "light")                                                                      \
    ONE(test_part_joints, "joints of parts")
#define TEST_PART_4(ONE, EACH)                                                                     \
    ONE(test_textures, "textures")                                                                 \
    ONE(test_draw, "pictures")                                                                     \
    ONE(test_masks, "masks")                                                                       \
    EACH(test_layers, "layers")                                                                    \
    ONE(test_player, "player")                                                                     \
    ONE(test_root, "root motion")                                                                  \
    EACH(test_bounds, "bounds")
#define TEST_PART_6(ONE, EACH)                                                                     \
    EACH(test_restore, "root motion restored")                                                     \
    EACH(test_rotations, "rotations")                                                              \
    EACH(test_limbs, "limbs")                                                                      \
    EACH(test_reaching, "reaching")                                                                \
    EACH(test_faces, "faces")
#define TEST_PART_7(ONE, EACH)                                                                     \
    EACH(test_shared, "shared")                                                                    \
    ONE(test_content_shared, "contradictions in what is shared")                                   \
    ONE(test_families, "families")                                                                 \
    EACH(test_plain_families, "plain families")                                                    \
    ONE(test_lods, "levels of detail")                                                             \
    ONE(test_clips, "clips of a store")                                                            \
    ONE(test_pages, "clips in pages")                                                              \
    EACH(test_betweens, "in-betweens")                                                             \
    EACH(test_changing, "changes of clips")                                                        \
    EACH(test_springs, "springs")

#define TEST_PART_0(ONE, EACH)                                                                     \
    TEST_PART_1(ONE, EACH)                                                                         \
    TEST_PART_2(ONE, EACH)                                                                         \
    TEST_PART_3(ONE, EACH)                                                                         \
    TEST_PART_4(ONE, EACH)                                                                         \
    TEST_PART_6(ONE, EACH)                                                                         \
    TEST_PART_7(ONE, EACH)

#define TEST_DECLARE_ONE(function, name) void function(void);
#define TEST_DECLARE_EACH(function, name) void function##_q16(void), function##_f32(void);
TEST_PART_0(TEST_DECLARE_ONE, TEST_DECLARE_EACH)

/* Prints the golden lines; the last group of every image. */
void test_golden(void);
