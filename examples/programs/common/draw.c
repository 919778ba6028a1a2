/* SPDX-License-Identifier: MIT */
/* The stand-in for a renderer that the example programs link. */
#include "draw.h"

#include <string.h>

#include "board.h"
#include "fox.h"
#include "text.h"

#define FRAME_MS 33u
#define FRAMES 200u

void expect(bool holds, const char *what)
{
    if (holds)
        return;
    board_put_line("FAIL", what);
    board_exit(1);
}

int pass(const char *name)
{
    board_put_line("PASS", name);
    return 0;
}

/// Another way to the same vertices //////////////////////////////////////////////////////////////

static uint64_t memory[(FOX_POSE_BYTES + FOX_JOINTS_BYTES + FOX_PALETTE_BYTES_0) / 8];
static pelt_vertex_q16 expected[FOX_VERTICES];
static pelt_model model;
static pelt_pose_q16 pose;
static pelt_joints_q16 joints;
static pelt_palette_q16 palette;

static void open_stages(void)
{
    pelt_arena arena;
    expect(pelt_model_open(&model, fox_blob, sizeof fox_blob, FOX_FAMILY) == PELT_OK &&
               pelt_arena_init(&arena, memory, sizeof memory) == PELT_OK &&
               pelt_pose_alloc_q16(&pose, &model, &arena) == PELT_OK &&
               pelt_joints_alloc_q16(&joints, &model, &arena) == PELT_OK &&
               pelt_palette_alloc_q16(&palette, &model, 0, &arena) == PELT_OK,
           "opening the stages");
}

static void skin_stages(uint32_t ms)
{
    const uint32_t ticks = (uint32_t)((uint64_t)ms * PELT_TICKS_PER_SECOND / 1000u);
    const pelt_output_q16 out = {expected->position, expected->normal, sizeof *expected, 0};
    expect(pelt_pose_sample_q16(&pose, FOX_CLIP_WALK,
                                FOX_CLIP_WALK_START + (pelt_time)(ticks % FOX_CLIP_WALK_TICKS)) ==
                   PELT_OK &&
               pelt_joints_build_q16(&joints, &pose) == PELT_OK &&
               pelt_palette_build_q16(&palette, &joints) == PELT_OK &&
               pelt_mesh_skin_q16(&out, FOX_MESH_FOX, &palette, NULL, 0, FOX_VERTICES) == PELT_OK,
           "skinning by stages");
}

/* Finds the highest vertex, in hundredths of a glTF unit. */
static int32_t height(const pelt_vertex_q16 *vertices, int unit_shift)
{
    int32_t highest = vertices[0].position[1];
    for (uint32_t i = 1; i < FOX_VERTICES; i++)
        highest = vertices[i].position[1] > highest ? vertices[i].position[1] : highest;
    const int64_t hundredths = (int64_t)highest * 100;
    return (int32_t)(unit_shift < 0 ? hundredths >> (16 - unit_shift)
                                    : hundredths * ((int64_t)1 << unit_shift) >> 16);
}

void draw(const pelt_vertex_q16 *vertices, int unit_shift)
{
    static uint32_t frame;
    if (frame == 0u)
        open_stages();
    skin_stages(frame * FRAME_MS);
    expect(memcmp(vertices, expected, sizeof expected) == 0, "not what the stages give");
    const int32_t fox_height = height(vertices, unit_shift);
    expect(fox_height > 150 && fox_height < 180, "not as tall as the fox");
    if (++frame == FRAMES)
        board_exit(pass("moving"));
}
