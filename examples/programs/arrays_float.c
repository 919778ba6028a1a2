/* SPDX-License-Identifier: MIT */
/* arrays.c in float: skins an arm of two joints and the six corners of its skin, written by hand,
 * without a blob. The elbow bends by a quarter of a turn.
 *
 *   4 --- 5    of the elbow
 *   2 --- 3    half of each joint: here is the elbow
 *   0 --- 1    of the shoulder
 */
#include "draw.h"
#include "pelt/arrays.h"

#define ONE 1.0f
#define SIN_45 0.70710678f
#define NEAR 1e-6f

static const uint16_t parents[2] = {PELT_NO_JOINT, 0};
static const pelt_local_f32 bind_pose[2] = {
    {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}},
    {{0, 0, 0, 1}, {0, 1, 0}, {1, 1, 1}},
};
static const float positions[6][3] = {
    {0, 0, 0}, {ONE, 0, 0}, {0, ONE, 0}, {ONE, ONE, 0}, {0, 2 * ONE, 0}, {ONE, 2 * ONE, 0},
};
static const uint16_t joints[6][2] = {{0, 0}, {0, 0}, {0, 1}, {0, 1}, {1, 0}, {1, 0}};
static const float weights[6][2] = {
    {ONE, 0}, {ONE, 0}, {ONE / 2, ONE / 2}, {ONE / 2, ONE / 2}, {ONE, 0}, {ONE, 0},
};
static const uint16_t indices[12] = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};

/* Computed by hand: the elbow's part turned around (0, 1, 0); the middle's second corner is half
 * of (1, 1, 0) and half of (0, 2, 0). */
static const float bent[6][3] = {
    {0, 0, 0},      {ONE, 0, 0},        {0, ONE, 0}, {ONE / 2, ONE + ONE / 2, 0},
    {-ONE, ONE, 0}, {-ONE, 2 * ONE, 0},
};

static pelt_matrix_f32 palette[2];
static float vertices[6][3];

/* Builds the palette, which takes vertices from the bind pose to the bent elbow. */
static bool build_palette(void)
{
    pelt_matrix_f32 inverse_binds[2];
    pelt_matrix_f32 matrices[2];
    pelt_local_f32 pose[2] = {bind_pose[0], bind_pose[1]};
    pose[1].rotation[2] = pose[1].rotation[3] = SIN_45;
    return pelt_arrays_joints_build_f32(matrices, bind_pose, parents, 2) == PELT_OK &&
           pelt_arrays_binds_build_f32(inverse_binds, matrices, 2) == PELT_OK &&
           pelt_arrays_joints_build_f32(matrices, pose, parents, 2) == PELT_OK &&
           pelt_arrays_palette_build_f32(palette, matrices, inverse_binds, 2) == PELT_OK;
}

static void check_vertex(const float *vertex, uint32_t corner)
{
    for (uint32_t c = 0; c < 3; c++)
        expect(vertex[c] - bent[corner][c] < NEAR && bent[corner][c] - vertex[c] < NEAR,
               "not where the hand has it");
}

/* Checks packed arrays, which are faster: they have other records and another order of vertices,
 * so indices change, too. */
static void check_packed(const pelt_output_f32 *out, const pelt_arrays_f32 *skin)
{
    static uint64_t memory[64];
    pelt_arena arena;
    pelt_arrays_packed packed;
    pelt_entry_f32 entries[3]; /* one more: kernels may load past the last */
    uint16_t packed_indices[12];
    expect(pelt_arena_init(&arena, memory, sizeof memory) == PELT_OK, "arena");
    expect(pelt_arrays_pack_f32(&packed, NULL, skin, &arena) == PELT_OK &&
               pelt_arrays_packed_indices_get(packed_indices, &packed, indices, 12) == PELT_OK &&
               pelt_arrays_packed_fold_f32(entries, &packed, palette, 2) == PELT_OK &&
               pelt_arrays_packed_skin_f32(out, &packed, entries, 0, 6) == PELT_OK,
           "packed");
    for (uint32_t i = 0; i < 12; i++)
        check_vertex(vertices[packed_indices[i]], indices[i]);
}

int main(void)
{
    const pelt_output_f32 out = {vertices[0], NULL, sizeof vertices[0], 0};
    pelt_arrays_f32 skin;
    expect(pelt_arrays_init_f32(&skin, positions[0], NULL, joints, PELT_ARRAYS_JOINTS_U16,
                                weights[0], 0, 6, 2) == PELT_OK,
           "arrays");
    expect(build_palette(), "palette");
    expect(pelt_arrays_skin_f32(&out, &skin, palette, 2, 0, 6) == PELT_OK, "skin");
    for (uint32_t i = 0; i < 6; i++)
        check_vertex(vertices[i], i);
    check_packed(&out, &skin);
    return pass("arrays_float");
}
