/* SPDX-License-Identifier: MIT */
/* The image `bench`: checks that the kernels are right, and measures them and the stages of a
 * character. */
#include "bench.h"
#include "board.h"
#include "pelt.h"
#include "test.h"
#include "text.h"

/* The hero in a precision; NULL if tests/images.mk does not link it. */
#define HERO(precision) extern const uint32_t bench_hero_##precision##_blob[] __attribute__((weak))
HERO(q16);
HERO(q12);
HERO(f32);

/* Compares all kernels with the reference, as the speed of a wrong kernel means nothing. */
static bool kernels_are_exact(void)
{
    test_random_seed(0x50454C54u);
    test_release();
    test_tuned();
    board_print("%s: %u checks of port %s\n", test_failure_count() == 0u ? "exact" : "FAIL bench",
                test_check_count(), pelt_port_describe());
    return test_failure_count() == 0u;
}

int main(void)
{
    bench_counter_init();
    if (!kernels_are_exact())
        return 1;
    bench_kernels_q16();
    bench_kernels_q12();
    bench_kernels_f32();
    if (bench_hero_q16_blob != NULL) {
        bench_stages_q16("q16", bench_hero_q16_blob, &pelt_exact);
        bench_corners(bench_hero_q16_blob);
    }
    if (bench_hero_q12_blob != NULL)
        bench_stages_q16("q12", bench_hero_q12_blob, &pelt_lean);
    if (bench_hero_f32_blob != NULL)
        bench_stages_f32("f32", bench_hero_f32_blob, &pelt_float);
    board_puts("PASS bench\n");
    return 0;
}
