/* SPDX-License-Identifier: MIT */
/* The test image: every group, one line each; PASS or FAIL last, and the exit status. TEST_PART is the
 * part of test.h where not all fit at once. */
#include "board.h"
#include "test.h"
#include "text.h"

#ifndef TEST_PART
#define TEST_PART 0
#endif

typedef struct group {
    const char *name;
    void (*run[2])(void);
} group;

#define ONE(function, name) {name, {function, NULL}},
#define EACH(function, name) {name, {function##_q16, function##_f32}},

#define PASTE(a, b) a##b
#define PART(number) PASTE(TEST_PART_, number)

static const group groups[] = {PART(TEST_PART)(ONE, EACH) ONE(test_golden, "golden")};

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
