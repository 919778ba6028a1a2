/* SPDX-License-Identifier: MIT */
/* The parts that all renderers share: posing the actor, and counting the instructions of each
 * stage. */
#include "renderer.h"

#include <string.h>

#include "board.h"
#include "text.h"

uint32_t renderer_spent(uint32_t *costs, renderer_cost cost, uint32_t start)
{
    costs[cost] += board_instructions(start, board_counter());
    return board_counter();
}

void renderer_put_costs(uint32_t *average, const uint64_t *all, uint32_t picture_count)
{
    static const char *const keys[COST_COUNT] = {"insn_sample",  "insn_mix",  "insn_joints",
                                                 "insn_palette", "insn_skin", "insn_project",
                                                 "insn_draw"};
    uint32_t sum = 0;
    for (uint32_t i = 0; i < COST_COUNT; i++) {
        average[i] = (uint32_t)(all[i] / picture_count);
        sum += average[i];
        board_put_number(keys[i], average[i]);
    }
    board_put_number("insn_frame", sum);
}

void renderer_pose(uint32_t *costs, actor *a, const shot *s,
                   void (*turn)(pelt_pose_q16 *pose, uint32_t yaw))
{
    memset(costs, 0, COST_COUNT * sizeof costs[0]);
    uint32_t start = board_counter();
    actor_sample(a, &s->moment);
    start = renderer_spent(costs, COST_SAMPLE, start);
    actor_blend(a, &s->moment);
    start = renderer_spent(costs, COST_MIX, start);
    if (turn != NULL) {
        turn(&a->pose, s->yaw);
        start = renderer_spent(costs, COST_PROJECT, start);
    }
    actor_joints(a);
    actor_swing(a, &s->moment);
    start = renderer_spent(costs, COST_JOINTS, start);
    actor_palettes(a);
    (void)renderer_spent(costs, COST_PALETTE, start);
}
