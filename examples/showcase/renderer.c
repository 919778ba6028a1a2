/* SPDX-License-Identifier: MIT */
#include "renderer.h"

#include "board.h"

uint32_t renderer_spent(renderer *r, renderer_cost cost, uint32_t start)
{
    r->costs[cost] += board_instructions(start, board_counter());
    return board_counter();
}

pelt_status renderer_pose(renderer *r, actor *a, const shot *s,
                          void (*turn)(pelt_pose_q16 *pose, uint32_t yaw))
{
    uint32_t start, i;
    pelt_status status;

    for (i = 0; i < COST_COUNT; i++) {
        r->costs[i] = 0;
    }
    start = board_counter();
    status = actor_sample(a, &s->moment);
    start = renderer_spent(r, COST_SAMPLE, start);
    if (status == PELT_OK) {
        status = actor_blend(a, &s->moment);
    }
    start = renderer_spent(r, COST_MIX, start);
    if (status == PELT_OK && turn != NULL) {
        turn(&a->pose, s->yaw);
        start = renderer_spent(r, COST_PROJECT, start);
    }
    if (status == PELT_OK) {
        status = actor_joints(a);
    }
    start = renderer_spent(r, COST_JOINTS, start);
    if (status == PELT_OK) {
        status = actor_palettes(a);
    }
    (void)renderer_spent(r, COST_PALETTE, start);
    return status;
}
