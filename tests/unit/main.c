/* SPDX-License-Identifier: MIT */
/* The test image: every group, one line each; PASS or FAIL last, and the exit status. With
 * TEST_PART 1, 2, 3, 4, 6 or 7 only the arithmetic, only the stages, only what is above them, only motion,
 * only edits of poses or only what casts share and how clips change, where not all fit at once; with 5 what tests/boards/short.c says. */
#include "board.h"
#include "test.h"
#include "text.h"

int main(void);

#ifndef TEST_PART
#define TEST_PART 0
#endif

typedef struct group {
    const char *name;
    void (*run[2])(void);
} group;

#define ONE(function, name) {name, {function, NULL}},
#define EACH(function, name) {name, {function##_q16, function##_f32}},

static const group groups[] = {
#if TEST_PART == 0 || TEST_PART == 1
    TEST_ARITHMETIC(ONE, EACH)
#endif
#if TEST_PART == 0 || TEST_PART == 1 || TEST_PART == 5
        TEST_TUNED(ONE, EACH)
#endif
#if TEST_PART == 0 || TEST_PART == 2
            TEST_STAGES(ONE, EACH)
#endif
#if TEST_PART == 0 || TEST_PART == 3
                TEST_ABOVE(ONE, EACH)
#endif
#if TEST_PART == 0 || TEST_PART == 4
                    TEST_MOTION(ONE, EACH)
#endif
#if TEST_PART == 0 || TEST_PART == 6
                        TEST_EDITS(ONE, EACH)
#endif
#if TEST_PART == 0 || TEST_PART == 7
                            TEST_CAST(ONE, EACH)
#endif
                                ONE(test_golden, "golden")};

static void run_group(const group *g)
{
    const uint32_t checks = test_check_count(), failures = test_failure_count();
    for (unsigned i = 0; i < 2u && g->run[i] != NULL; i++) {
        test_random_seed(0x50454C54u);
        test_release();
        g->run[i]();
    }
    board_print("%s %s, %u checks\n", test_failure_count() == failures ? "ok  " : "FAIL", g->name,
                test_check_count() - checks);
}

int main(void)
{
    for (unsigned i = 0; i < sizeof groups / sizeof groups[0]; i++)
        run_group(&groups[i]);
    const uint32_t failures = test_failure_count();
    if (failures == 0u)
        board_print("PASS %u checks\n", test_check_count());
    else
        board_print("FAIL %u failures\n", failures);
    board_exit(failures == 0u ? 0 : 1);
}
