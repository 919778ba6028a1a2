/* SPDX-License-Identifier: MIT */
/*
 * The test bodies of this folder run unchanged on the host and on every board: freestanding C99,
 * text through board.h, all scratch memory from one buffer that fits a 16 KB machine.
 */
#ifndef PELT_TEST_H
#define PELT_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pseudo-random cases of one check; the host's build sets more. */
#ifndef TEST_ROUNDS
#define TEST_ROUNDS 1000u
#endif

/* What is not a number, or minus infinity where an emulator cannot compare NaNs. */
#ifndef TEST_NAN_BITS
#define TEST_NAN_BITS 0x7FC00000u
#endif

/* Where a check is and, with TEST_TEXTS, what it says: boards with 256 KB of flash have no room for
 * the words, nor for passing them. */
#ifdef TEST_TEXTS
#define TEST_PLACE_PARAMETERS const char *file, uint32_t line, const char *text
#define TEST_PLACE(expression) __FILE__, __LINE__, #expression
#else
#define TEST_PLACE_PARAMETERS const char *file, uint32_t line
#define TEST_PLACE(expression) __FILE__, __LINE__
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
#define CHECK_OK(call) test_check_equal((call), 0, TEST_PLACE(call)) /* PELT_OK */
#define CHECK_NEAR(actual, expected, limit)                                                        \
    test_check(test_near((actual), (expected), (limit)), TEST_PLACE(actual))

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

/// Scratch memory ///////////////////////////////////////////////////////////////////////////////

/*
 * One group of tests runs at a time and owns all of it. test_take gives 8-byte aligned pieces, or
 * stops the run where the buffer is too small; test_release gives all back.
 */
#define TEST_MEMORY_BYTES 8704u
void *test_take(size_t bytes);
void test_release(void);

/* Fills with a pattern, and whether all of it is still there. */
void test_fill(void *memory, size_t bytes);
bool test_filled(const void *memory, size_t bytes);
bool test_same(const void *a, const void *b, size_t bytes);

/* Records with offsets to those of a run of one joint set (src/blob/format.h), in place: the first
 * `skip` bytes of the first go to `offsets`, of each those behind them remain. */
void test_split_set(uint32_t offsets[4], void *records, uint32_t count, uint32_t record_bytes,
                    uint32_t skip, uint32_t set_bytes);

/// Groups ///////////////////////////////////////////////////////////////////////////////////////

void test_fixed(void);
void test_rsqrt(void);
void test_arena(void);
void test_arrays_q16(void);
void test_arrays_f32(void);
void test_plain(void);
void test_weights(void);
void test_pack(void);
void test_kernels(void);
void test_curve(void);
void test_joints(void);
void test_inverse_binds(void);
void test_stages_q12(void);
void test_normalise(void);
void test_model(void);
void test_model_damage(void);
void test_content(void);
void test_arguments(void);
void test_player(void);
void test_root(void);
void test_sampling(void);
void test_ranges(void);
void test_blend(void);
void test_layers(void);
void test_rotations(void);
void test_limbs(void);
void test_bind_pose(void);
void test_encodings(void);
void test_morph(void);
void test_morph_weights(void);
void test_tangents(void);
void test_shared(void);
void test_content_shared(void);
void test_content_work(void);
void test_lean(void);
void test_places(void);
void test_families(void);
void test_hardware(void);
void test_characters(void);
void test_hang(void);
void test_bounds(void);
void test_tuned(void);
void test_tuned_stages(void);
void test_packed(void);
void test_narrow(void);
void test_corners(void);
void test_part_joints(void);

/* Prints the golden lines; a group like the others. */
void test_golden(void);

#endif
