/* SPDX-License-Identifier: MIT */
/*
 * The test image: every group, one line each; PASS or FAIL last, and the exit status. With
 * TEST_PART 1, 2, 3 or 4 only the arithmetic, only the stages, only what is above them or only
 * motion, where not all fit at once; with 5 what tests/boards/short.c says.
 */
#include "board.h"
#include "test.h"
#include "text.h"

int main(void);

#ifndef TEST_PART
#define TEST_PART 0
#endif

typedef struct group {
    const char *name;
    void (*run)(void);
} group;

static const group groups[] = {
#if TEST_PART == 0 || TEST_PART == 1
    {"fixed", test_fixed},
    {"rsqrt", test_rsqrt},
    {"arena", test_arena},
    {"arrays q16", test_arrays_q16},
    {"arrays f32", test_arrays_f32},
    {"plain arrays", test_plain},
    {"weights", test_weights},
    {"pack", test_pack},
    {"kernels", test_kernels},
#endif
#if TEST_PART == 0 || TEST_PART == 1 || TEST_PART == 5
    {"tuned kernels", test_tuned},
    {"tuned stages", test_tuned_stages},
#endif
#if TEST_PART == 0 || TEST_PART == 1
    {"packed", test_packed},
    {"stages q12", test_stages_q12},
    {"normalise", test_normalise},
    {"narrow", test_narrow},
#endif
#if TEST_PART == 0 || TEST_PART == 2
    {"curves", test_curve},
    {"joints", test_joints},
    {"inverse binds", test_inverse_binds},
    {"model", test_model},
    {"damaged model", test_model_damage},
    {"contradictions", test_content},
    {"arguments", test_arguments},
    {"sampling", test_sampling},
    {"blend", test_blend},
    {"ranges", test_ranges},
    {"bind pose", test_bind_pose},
    {"encodings", test_encodings},
    {"morph", test_morph},
    {"morph weights", test_morph_weights},
    {"tangents", test_tangents},
    {"shared", test_shared},
    {"contradictions in what is shared", test_content_shared},
    {"what opening reads", test_content_work},
    {"lean", test_lean},
    {"places of joints", test_places},
    {"families", test_families},
#endif
#if TEST_PART == 0 || TEST_PART == 3
    {"characters", test_characters},
    {"hang", test_hang},
    {"hardware", test_hardware},
    {"corners", test_corners},
    {"joints of parts", test_part_joints},
#endif
#if TEST_PART == 0 || TEST_PART == 4
    {"layers", test_layers},
    {"player", test_player},
    {"root motion", test_root},
    {"rotations", test_rotations},
    {"limbs", test_limbs},
    {"bounds", test_bounds},
#endif
    {"golden", test_golden},
};

static void run_group(const group *g)
{
    const uint32_t checks = test_check_count(), failures = test_failure_count();
    test_random_seed(0x50454C54u);
    test_release();
    g->run();
    board_puts(test_failure_count() == failures ? "ok   " : "FAIL ");
    board_puts(g->name);
    board_puts(", ");
    board_put_u32(test_check_count() - checks);
    board_puts(" checks\n");
}

int main(void)
{
    for (unsigned i = 0; i < sizeof groups / sizeof groups[0]; i++)
        run_group(&groups[i]);
    const uint32_t failures = test_failure_count();
    board_puts(failures == 0u ? "PASS " : "FAIL ");
    board_put_u32(failures == 0u ? test_check_count() : failures);
    board_puts(failures == 0u ? " checks\n" : " failures\n");
    board_exit(failures == 0u ? 0 : 1);
}
