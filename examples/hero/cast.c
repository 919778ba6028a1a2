/* SPDX-License-Identifier: MIT */
/* One model and its clips, cross-faded. */
#include <stddef.h>

#include "board.h"
#include "hero_model.h"
#include "pelt/motion.h"
#include "performance.h"

/* The character, and a second pose for cross-fades. */
static uint64_t arena_memory[(HERO_MODEL_STAGES_BYTES + HERO_MODEL_POSE_BYTES + 7u) / 8u];

void cast_open(performance *p)
{
    const uint32_t start = board_counter();
    uint32_t i;

    performance_need(pelt_model_open(&p->model, hero_model_blob, sizeof hero_model_blob,
                                &pelt_exact), "open");
    p->open_instructions = board_instructions(start, board_counter());
    if (p->model.skin_count > PERFORMANCE_SKINS_MAX) {
        performance_fail("open", "too many skins for this demo");
    }
    performance_need(pelt_arena_init(&p->arena, arena_memory, sizeof arena_memory), "arena");
    performance_need(pelt_pose_alloc_q16(&p->pose, &p->model, &p->arena), "pose");
    performance_need(pelt_joints_alloc_q16(&p->joints, &p->model, &p->arena), "joints");
    for (i = 0; i < p->model.skin_count; i++) {
        performance_need(pelt_palette_alloc_q16(&p->palettes[i], &p->model, i, &p->arena), "palette");
    }
    p->character_bytes = p->arena.used_bytes;
    performance_need(pelt_pose_alloc_q16(&p->other_pose, &p->model, &p->arena), "other pose");
    show_plan(&p->plan, &p->model);
    p->body_count = 1;
    p->bodies[0].model = &p->model;
}

void cast_moment(show_moment *moment, const performance *p, uint32_t frame)
{
    show_at(moment, &p->plan, &p->model, frame);
}

void cast_pose(performance *p, const show_moment *moment)
{
    uint32_t start = board_counter();
    uint32_t i;

    performance_need(pelt_pose_sample_q16(&p->pose, moment->clip, moment->time), "sample");
    start = performance_time(p, PERFORMANCE_SAMPLE, start);
    if (moment->other_weight != 0) {
        performance_need(pelt_pose_sample_q16(&p->other_pose, moment->other_clip, moment->other_time),
                    "sample");
        performance_need(pelt_pose_blend_q16(&p->pose, &p->other_pose, moment->other_weight, NULL),
                    "blend");
    }
    start = performance_time(p, PERFORMANCE_MIX, start);
    performance_need(pelt_joints_build_q16(&p->joints, &p->pose), "joints");
    start = performance_time(p, PERFORMANCE_JOINTS, start);
    for (i = 0; i < p->model.skin_count; i++) {
        performance_need(pelt_palette_build_q16(&p->palettes[i], &p->joints), "palette");
    }
    (void)performance_time(p, PERFORMANCE_PALETTE, start);
}

void cast_skin(performance *p, uint32_t body, uint32_t mesh, const pelt_mesh_info *info, uint32_t first,
               uint32_t count)
{
    const pelt_output_q16 out = { p->words, info->has_normals ? p->words + 3 : NULL,
                                  4u * PORTRAIT_WORDS, 0 };

    (void)body;
    performance_need(pelt_mesh_skin_q16(&out, mesh, &p->palettes[info->skin], NULL, first, count),
                "skin");
}
