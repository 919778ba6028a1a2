/* SPDX-License-Identifier: MIT */
/*
 * Makes a head look at something that moves; the head turns to it, but no further than a neck can.
 */
#include "draw.h"
#include "fox.h"
#include "pelt/motion.h"

#define NECK (1 << 29) /* an eighth of a turn */

static uint64_t memory[FOX_ARENA_BYTES / 8], joints_memory[FOX_JOINTS_BYTES / 8];
static pelt_vertex_q16 vertices[FOX_VERTICES];
static pelt_joints_q16 joints;

/* A firefly around the fox: two glTF units away, one turn in four seconds. */
static void fly(int32_t point[3], uint32_t ms)
{
    static const int32_t up[3] = {0, 65536, 0}, out[3] = {0, 65536, 131072}; /* Q16.16 */
    int32_t turn[4];
    pelt_rotation_build_about_q16(turn, up, (int32_t)(ms << 20)); /* 2^32 is a turn, or 4096 ms */
    pelt_rotation_apply_q16(point, turn, out);
    for (uint32_t c = 0; c < 3; c++)
        point[c] *= 1 << -FOX_UNIT_SHIFT; /* the model's units */
}

/* Checks that the head's turn is within its limit, and that it looks at the point if it can. */
static void check(const int32_t before[4], const int32_t after[4], const int32_t point[3])
{
    int32_t turn[4], back[4], limited[4], ahead[3], way[3], left[4], rest[4];
    pelt_matrix_q16 head;
    pelt_rotation_invert_q16(back, before);
    pelt_rotation_multiply_q16(turn, after, back);
    pelt_rotation_limit_q16(limited, turn, NECK + (1 << 16));
    expect(limited[0] == turn[0] && limited[3] == turn[3], "the neck is broken");
    pelt_joint_matrix_get_q16(&head, &joints, FOX_JOINT_HEAD, 0);
    for (uint32_t r = 0; r < 3; r++) {
        ahead[r] = head.m[4 * r + 2]; /* its +Z */
        way[r] = point[r] - head.m[4 * r + 3];
    }
    pelt_rotation_build_between_q16(left, ahead, way);
    pelt_rotation_limit_q16(limited, turn, NECK - (1 << 16));
    pelt_rotation_limit_q16(rest, left, 1 << 19); /* 0.04 degrees */
    expect(limited[3] != turn[3] || rest[3] == left[3], "it looks past the point");
}

int main(void)
{
    static const pelt_aim_q16 look = {FOX_JOINT_HEAD, 1, {0, 0, 1}, NECK};
    pelt_character_q16 fox;
    pelt_arena arena;
    int32_t point[3];
    expect(pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                   sizeof memory) == PELT_OK &&
               pelt_arena_init(&arena, joints_memory, sizeof joints_memory) == PELT_OK &&
               pelt_joints_alloc_q16(&joints, fox.pose.model, &arena) == PELT_OK,
           "open");
    for (uint32_t ms = 0; ms < 4096; ms += 100) {
        pelt_character_play_q16(&fox, FOX_CLIP_WALK, ms, PELT_LOOP);
        pelt_joints_build_q16(&joints, &fox.pose);
        fly(point, ms);
        const pelt_local_q16 before = fox.pose.locals[FOX_JOINT_HEAD];
        pelt_pose_aim_q16(&fox.pose, &joints, &look, point);
        check(before.rotation, fox.pose.locals[FOX_JOINT_HEAD].rotation, point);
        pelt_character_skin_q16(&fox, FOX_MESH_FOX, vertices, 0, FOX_VERTICES);
    }
    return pass("look");
}
