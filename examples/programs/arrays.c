/* SPDX-License-Identifier: MIT */
/* Skins plain arrays without a blob: an arm of two joints and the six corners of its skin, written
 * by hand. The elbow bends by a quarter of a turn.
 * In float all calls and types end in _f32, inverse binds are of pelt_matrix_f32, and one is 1.0f.
 *
 *   4 --- 5    of the elbow
 *   2 --- 3    half of each joint: here is the elbow
 *   0 --- 1    of the shoulder */
#include "draw.h"
#include "pelt/arrays.h"

#define ONE 65536         /* positions and weights: Q16.16 */
#define ONE_Q20 (1 << 20) /* lengths of joints */
#define ONE_Q30 (1 << 30) /* rotations and scales */
#define SIN_45 759250125  /* Q30 */
#define NEAR 4            /* of 1/65536 */

static const uint16_t parents[2] = {PELT_NO_JOINT, 0};
static const pelt_local_q16 bind_pose[2] = {
    {{0, 0, 0, ONE_Q30}, {0, 0, 0}, {ONE_Q30, ONE_Q30, ONE_Q30}},
    {{0, 0, 0, ONE_Q30}, {0, ONE_Q20, 0}, {ONE_Q30, ONE_Q30, ONE_Q30}},
};
static const int32_t positions[6][3] = {
    {0, 0, 0}, {ONE, 0, 0}, {0, ONE, 0}, {ONE, ONE, 0}, {0, 2 * ONE, 0}, {ONE, 2 * ONE, 0},
};
static const uint16_t joints[6][2] = {{0, 0}, {0, 0}, {0, 1}, {0, 1}, {1, 0}, {1, 0}};
static const int32_t weights[6][2] = {
    {ONE, 0}, {ONE, 0}, {ONE / 2, ONE / 2}, {ONE / 2, ONE / 2}, {ONE, 0}, {ONE, 0},
};
static const uint16_t indices[12] = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};

/* Computed by hand: the elbow's part turned around (0, 1, 0); the middle's second corner is half
 * of (1, 1, 0) and half of (0, 2, 0). */
static const int32_t bent[6][3] = {
    {0, 0, 0},      {ONE, 0, 0},        {0, ONE, 0}, {ONE / 2, ONE + ONE / 2, 0},
    {-ONE, ONE, 0}, {-ONE, 2 * ONE, 0},
};

static pelt_matrix_q16 palette[2];
static int32_t vertices[6][3];

/* Builds the palette, which takes vertices from the bind pose to the bent elbow. */
static bool build_palette(void)
{
    pelt_arrays_bind_q16 inverse_binds[2];
    pelt_joint_matrix_q16 matrices[2];
    pelt_local_q16 pose[2] = {bind_pose[0], bind_pose[1]};
    pose[1].rotation[2] = pose[1].rotation[3] = SIN_45;
    return pelt_arrays_joints_build_q16(matrices, bind_pose, parents, 2) == PELT_OK &&
           pelt_arrays_binds_build_q16(inverse_binds, matrices, 2) == PELT_OK &&
           pelt_arrays_joints_build_q16(matrices, pose, parents, 2) == PELT_OK &&
           pelt_arrays_palette_build_q16(palette, matrices, inverse_binds, 2) == PELT_OK;
}

static void check_vertex(const int32_t *vertex, uint32_t corner)
{
    for (uint32_t c = 0; c < 3; c++)
        expect(vertex[c] - bent[corner][c] < NEAR && bent[corner][c] - vertex[c] < NEAR,
               "not where the hand has it");
}

/* Checks packed arrays, which are faster: they have other records and another order of vertices,
 * so indices change, too. */
static void check_packed(const pelt_output_q16 *out, const pelt_arrays_q16 *skin)
{
    static uint64_t memory[PELT_ARRAYS_PACK_BYTES_Q16(6) / 8];
    pelt_arena arena;
    pelt_arrays_packed packed;
    pelt_entry_q16 entries[3]; /* one more: kernels may load past the last */
    uint16_t packed_indices[12];
    expect(pelt_arena_init(&arena, memory, sizeof memory) == PELT_OK, "arena");
    expect(pelt_arrays_pack_q16(&packed, skin, &arena) == PELT_OK &&
               pelt_arrays_packed_indices_get(packed_indices, &packed, indices, 12) == PELT_OK &&
               pelt_arrays_packed_fold_q16(entries, &packed, palette, 2) == PELT_OK &&
               pelt_arrays_packed_skin_q16(out, &packed, entries, 0, 6) == PELT_OK,
           "packed");
    for (uint32_t i = 0; i < 12; i++)
        check_vertex(vertices[packed_indices[i]], indices[i]);
}

int main(void)
{
    const pelt_output_q16 out = {vertices[0], NULL, sizeof vertices[0], 0};
    pelt_arrays_q16 skin;
    expect(pelt_arrays_init_q16(&skin, positions[0], NULL, joints, PELT_ARRAYS_JOINTS_U16,
                                weights[0], 0, 6, 2) == PELT_OK,
           "arrays");
    expect(build_palette(), "palette");
    expect(pelt_arrays_skin_q16(&out, &skin, palette, 2, 0, 6) == PELT_OK, "skin");
    for (uint32_t i = 0; i < 6; i++)
        check_vertex(vertices[i], i);
    check_packed(&out, &skin);
    return pass("arrays");
}
