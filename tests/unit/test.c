/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "board.h"
#include "text.h"

#define FAILURES_PRINTED 20u
#define FILL 0xA5u

static uint32_t check_count, failure_count;
static uint32_t random_state = 1;

/* Address sanitizers see reads and writes past a piece of the scratch memory: none may be touched but
 * what is taken, and there are gaps between pieces. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define GAP_BYTES 64u
#define GAPS 64u
#define HIDE(at, bytes) ASAN_POISON_MEMORY_REGION(at, bytes)
#define SHOW(at, bytes) ASAN_UNPOISON_MEMORY_REGION(at, bytes)
#else
#define GAP_BYTES 0u
#define GAPS 0u
#define HIDE(at, bytes) ((void)(at), (void)(bytes))
#define SHOW(at, bytes) ((void)(at), (void)(bytes))
#endif

static uint64_t memory[(TEST_MEMORY_BYTES + GAPS * GAP_BYTES) / 8u];
static size_t memory_used;

/* False where the failure need not be printed. TEST_STOP ends the run with the first one. */
static bool fail(TEST_PLACE_PARAMETERS)
{
    failure_count++;
#ifdef TEST_STOP
    board_exit(1);
#endif
    if (failure_count > FAILURES_PRINTED)
        return false;
    board_print("  %s:%u", file, line);
#ifdef TEST_TEXTS
    board_print(": %s", text);
#endif
    return true;
}

void test_check(bool ok, TEST_PLACE_PARAMETERS)
{
    check_count++;
    if (!ok && fail(TEST_PASS_PLACE))
        board_puts("\n");
}

void test_check_equal(int32_t actual, int32_t expected, TEST_PLACE_PARAMETERS)
{
    check_count++;
    if (actual == expected || !fail(TEST_PASS_PLACE))
        return;
    board_print(" is %d, not %d\n", actual, expected);
}

void test_require(bool ok, TEST_PLACE_PARAMETERS)
{
    test_check(ok, TEST_PASS_PLACE);
    if (!ok) {
        board_puts("FAIL, stopped\n");
        board_exit(1);
    }
}

uint32_t test_check_count(void)
{
    return check_count;
}

uint32_t test_failure_count(void)
{
    return failure_count;
}

void test_random_seed(uint32_t seed)
{
    random_state = seed | 1u;
}

/* Marsaglia's xorshift32. */
uint32_t test_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

int32_t test_random_extreme(void)
{
    const uint32_t bits = test_random();
    const uint32_t power = (uint32_t)1 << (bits >> 27);
    switch (bits & 7u) {
    case 0: return (int32_t)power;
    case 1: return (int32_t)(power - 1u);
    case 2: return (int32_t)(0u - power);
    case 3: return (int32_t)(~power + 2u);
    case 4: return bits & 8u ? INT32_MIN : INT32_MAX;
    default: return (int32_t)test_random();
    }
}

int32_t test_random_within(int32_t limit)
{
    const uint32_t span = 2u * (uint32_t)limit + 1u;
    return (int32_t)(test_random() % span - (uint32_t)limit); /* span may pass 2^31 */
}

float test_random_unit(void)
{
    return (float)test_random_within(32768) / 32768.0f;
}

void test_random_weights(int32_t weights[4], uint32_t count, int32_t total)
{
    const bool even = test_random() % 4u == 0u;
    int32_t left = total;
    for (uint32_t k = 0; k + 1u < count; k++) {
        const int32_t most = left < total ? left : total - 1;
        const uint32_t bits = test_random();
        weights[k] = even              ? total / (int32_t)count
                     : bits % 4u == 0u ? 0
                     : bits % 4u == 1u ? most
                                       : (int32_t)((bits >> 8) % ((uint32_t)most + 1u));
        left -= weights[k];
    }
    if (left == total && count > 1u) {
        weights[0]++;
        left--;
    }
    weights[count - 1u] = left;
}

void *test_take(size_t bytes)
{
    const size_t rounded = (bytes + 7u) & ~(size_t)7;
    if (rounded > sizeof memory - memory_used) {
        board_puts("FAIL: a test needs more than TEST_MEMORY_BYTES\n");
        board_exit(1);
    }
    void *taken = (uint8_t *)memory + memory_used;
    memory_used += rounded + GAP_BYTES;
    HIDE(taken, rounded + GAP_BYTES);
    SHOW(taken, bytes);
    return taken;
}

void test_release(void)
{
    memory_used = 0;
    HIDE(memory, sizeof memory);
}

void test_fill(void *at, size_t bytes)
{
    memset(at, FILL, bytes);
}

bool test_filled(const void *at, size_t bytes)
{
    const uint8_t *p = at;
    for (size_t i = 0; i < bytes; i++)
        if (p[i] != FILL)
            return false;
    return true;
}

bool test_same(const void *a, const void *b, size_t bytes)
{
    return memcmp(a, b, bytes) == 0;
}

void test_check_spread(const void *actual, uint32_t stride, const void *expected, uint32_t apart,
                       uint32_t bytes, uint32_t count, TEST_PLACE_PARAMETERS)
{
    const uint8_t *at = actual, *wanted = expected;
    bool same = true, guarded = true;
    for (uint32_t i = 0; i < count; i++, at += stride, wanted += apart) {
        same = same && test_same(at, wanted, bytes);
        guarded = guarded && test_filled(at + bytes, stride - bytes);
    }
    test_check(same, TEST_PASS_PLACE);
    test_check(guarded && test_filled(at, 4), TEST_PASS_PLACE);
}

void test_split_set(uint32_t offsets[4], void *records, uint32_t count, uint32_t record_bytes,
                    uint32_t skip, uint32_t set_bytes)
{
    uint8_t *to = records;
    const uint8_t *from = records;
    test_fill(offsets, 16);
    memcpy(offsets, records, skip);
    for (uint32_t i = 0; i < count; i++, from += record_bytes)
        for (uint32_t k = 0; k < set_bytes; k++)
            *to++ = from[skip + k];
}
