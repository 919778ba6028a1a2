/* SPDX-License-Identifier: MIT */
/* Compares rigid skinning in the PlayStation's GTE (pelt/psx.h) with pelt_mesh_skin_q16(): the
 * demo's character over all its clips, and random palettes up to their bounds, within the error
 * that psx.h states. */
#include "../unit/test.h"
#include "board.h"
#include "hero_q16.h"
#include "pelt/psx.h"
#include "src/blob/stored.h"
#include "text.h"

#define TIMES 16
#define ROUNDS 200
#define VERTICES HERO_Q16_MESH_FOX_VERTICES

int main(void);

static uint64_t memory[(HERO_Q16_STAGES_BYTES + 7u) / 8u];
static int32_t expected[VERTICES][6], actual[VERTICES][6];
static pelt_model model;
static pelt_pose_q16 pose;
static pelt_joints_q16 joints;
static pelt_palette_q16 palette;
/* Rigid vertices; the worst error, per thousand of the bound; that of a normal, Q16.16. */
static uint32_t vertices, parts_per_thousand, worst_normal;

static uint32_t distance(int32_t a, int32_t b)
{
    return a > b ? (uint32_t)a - (uint32_t)b : (uint32_t)b - (uint32_t)a;
}

static void check_position(uint32_t vertex, uint32_t bound)
{
    for (unsigned c = 0; c < 3u; c++) {
        const uint32_t off = distance(actual[vertex][c], expected[vertex][c]);
        CHECK(off <= bound);
        if (off <= bound && off * 1000u / bound > parts_per_thousand)
            parts_per_thousand = off * 1000u / bound;
    }
}

static void check_normal(uint32_t vertex)
{
    for (unsigned c = 3; c < 6u; c++) {
        const uint32_t off = distance(actual[vertex][c], expected[vertex][c]);
        CHECK(off <= PELT_GTE_NORMAL_ERROR);
        if (off > worst_normal)
            worst_normal = off;
    }
}

static bool is_rigid(const format_run *run)
{
    return run->influences == 1u && (run->flags & FORMAT_RUN_COPIES) == 0u;
}

/* Skins both ways; vertices that are not rigid must be the same to the bit. */
static void compare(bool with_normals)
{
    const pelt_output_q16 wanted = {expected[0], expected[0] + 3, sizeof expected[0], 0};
    const pelt_output_q16 given = {actual[0], actual[0] + 3, sizeof actual[0], 0};
    const format_mesh *mesh = stored_mesh(&model, 0);
    CHECK_EQ(pelt_mesh_skin_q16(&wanted, 0, &palette, NULL, 0, VERTICES), PELT_OK);
    CHECK_EQ(pelt_mesh_skin_gte(&given, 0, &palette, 0, VERTICES), PELT_OK);
    for (uint32_t i = 0; i < mesh->run_count; i++) {
        const format_run *run = stored_run(&model, mesh->first_run + i);
        for (uint32_t k = 0; k < run->vertex_count; k++) {
            const uint32_t vertex = run->first_vertex + k;
            if (!is_rigid(run)) {
                CHECK(test_same(actual[vertex], expected[vertex], sizeof actual[vertex]));
                continue;
            }
            pelt_gte_matrix matrix;
            const uint16_t *offset = stored_offsets(&model, run);
            if (offset == NULL)
                offset = (const uint16_t *)(const void *)stored_rigid_q16(&model, run, vertex);
            CHECK_EQ(pelt_gte_matrix_get(&matrix, &palette, *offset / FORMAT_ENTRY_BYTES), PELT_OK);
            check_position(vertex, PELT_GTE_ERROR(matrix.shift));
            if (with_normals)
                check_normal(vertex);
            vertices++;
        }
    }
}

static void check_clips(void)
{
    for (uint32_t clip = 0; clip < model.clip_count; clip++) {
        pelt_clip_info info;
        CHECK_EQ(pelt_clip_get(&info, &model, clip), PELT_OK);
        for (int32_t k = 0; k < TIMES; k++) {
            const pelt_time time = info.start + (info.end - info.start) / TIMES * k;
            CHECK_EQ(pelt_pose_sample_q16(&pose, clip, time), PELT_OK);
            CHECK_EQ(pelt_joints_build_q16(&joints, &pose), PELT_OK);
            CHECK_EQ(pelt_palette_build_q16(&palette, &joints), PELT_OK);
            compare(true);
        }
    }
}

/* Checks entries of every magnitude: 3x3 below 2^30, translations below 2^29, and the largest of
 * those. */
static void check_any_palette(void)
{
    const uint32_t entry_count = stored_skin(&model, 0)->entry_count;
    pelt_gte_matrix matrix;
    CHECK_EQ(pelt_gte_matrix_get(&matrix, &palette, entry_count), PELT_E_RANGE);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t e = 0; e < entry_count; e++) {
            const uint32_t down = test_random() % 29u, at_bound = test_random() % 4u == 0u;
            for (unsigned i = 0; i < 12u; i++) {
                const int32_t most = (i % 4u == 3u ? 1 << 29 : 1 << 30) - 1;
                const int32_t any = test_random_within(most) >> (i % 4u == 3u ? 0u : down);
                palette.entries[e].opaque[i] = at_bound == 0u ? any : any < 0 ? -most : most;
            }
        }
        compare(false);
    }
}

/* Checks the same vertices in pieces, without normals, and raw. */
static void check_ranges(void)
{
    pelt_output_q16 out = {actual[0], actual[0] + 3, sizeof actual[0], 0};
    const pelt_output_q16 all = {expected[0], expected[0] + 3, sizeof expected[0], 0};
    CHECK_EQ(pelt_pose_sample_q16(&pose, 0, 0), PELT_OK);
    CHECK_EQ(pelt_joints_build_q16(&joints, &pose), PELT_OK);
    CHECK_EQ(pelt_palette_build_q16(&palette, &joints), PELT_OK);
    CHECK_EQ(pelt_mesh_skin_gte(&all, 0, &palette, 0, VERTICES), PELT_OK);
    for (uint32_t first = 0, count; first < VERTICES; first += count) {
        count = VERTICES - first < 7u ? VERTICES - first : 7u;
        out.positions = actual[first];
        out.normals = actual[first] + 3;
        CHECK_EQ(pelt_mesh_skin_gte(&out, 0, &palette, first, count), PELT_OK);
    }
    CHECK(test_same(actual, expected, sizeof actual));
    test_fill(actual, sizeof actual);
    out.positions = actual[0];
    out.normals = NULL;
    CHECK_EQ(pelt_mesh_skin_gte(&out, 0, &palette, 0, VERTICES), PELT_OK);
    for (uint32_t i = 0; i < VERTICES; i++)
        CHECK(test_same(actual[i], expected[i], 12));
    CHECK(actual[0][3] == actual[1][3] && actual[0][4] == actual[1][4]); /* still the pattern */
    CHECK_EQ(pelt_mesh_skin_gte(&out, 0, &palette, 1, VERTICES), PELT_E_RANGE);
    CHECK_EQ(pelt_mesh_skin_gte(&out, 0, &palette, VERTICES + 1u, 0), PELT_E_RANGE);
    CHECK_EQ(pelt_mesh_skin_gte(&out, 1, &palette, 0, 1), PELT_E_RANGE);
    CHECK_EQ(pelt_mesh_skin_gte(NULL, 0, &palette, 0, 1), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_mesh_skin_gte(&out, 0, NULL, 0, 1), PELT_E_ARGUMENT);
}

int main(void)
{
    pelt_arena arena;
    test_random_seed(0x50454C54u);
    REQUIRE(pelt_model_open(&model, hero_q16_blob, sizeof hero_q16_blob, &pelt_exact) == PELT_OK);
    REQUIRE(pelt_arena_init(&arena, memory, sizeof memory) == PELT_OK);
    REQUIRE(pelt_pose_alloc_q16(&pose, &model, &arena) == PELT_OK);
    REQUIRE(pelt_joints_alloc_q16(&joints, &model, &arena) == PELT_OK);
    REQUIRE(pelt_palette_alloc_q16(&palette, &model, 0, &arena) == PELT_OK);
    check_clips();
    board_puts("the demo's character: positions at ");
    board_put_decimal((int32_t)parts_per_thousand, 1);
    board_puts(" % of their bound, normals within ");
    board_put_u32(worst_normal);
    board_puts(" / 65536\n");
    parts_per_thousand = 0;
    check_any_palette();
    board_puts("any palette: positions at ");
    board_put_decimal((int32_t)parts_per_thousand, 1);
    board_puts(" % of their bound\n");
    check_ranges();
    CHECK(vertices > 1000u);
    board_puts(test_failure_count() == 0u ? "PASS gte\n" : "FAIL gte\n");
    return test_failure_count() == 0u ? 0 : 1;
}
