/* SPDX-License-Identifier: MIT */
/* Looks at something that moves: the head turns to it and stays upright, but no further than a neck can. */
#include "draw.h"
#include "fox.h"
#include "pelt/motion.h"

#define NECK (1 << 29) /* an eighth of a turn */

static uint64_t memory[FOX_ARENA_BYTES / 8];
static pelt_vertex_q16 vertices[FOX_VERTICES];

/* A firefly circles the fox: two glTF units away, one turn in four seconds. */
static void fly(int32_t point[3], uint32_t ms)
{
    static const int32_t up[3] = {0, 1, 0}, out[3] = {0, FOX_UNITS(1), FOX_UNITS(2)};
    int32_t turn[4];
    pelt_rotation_build_about_q16(turn, up, (int32_t)(ms << 20)); /* 2^32 is a turn, or 4096 ms */
    pelt_rotation_apply_q16(point, turn, out);
}

/* Checks that the head turned no further than it may, and looks at the point if it can. */
static void check(const int32_t before[4], const int32_t after[4], const pelt_miss_q16 *miss)
{
    const int32_t back[4] = PELT_ROTATION_INVERSE(before);
    int32_t turn[4], limited[4];
    pelt_rotation_multiply_q16(turn, after, back);
    pelt_rotation_limit_q16(limited, turn, NECK + (1 << 16));
    expect(limited[0] == turn[0] && limited[3] == turn[3], "the neck is broken");
    expect(miss->stopped || miss->angle < 1 << 16, "it looks past the point"); /* 0.005 degrees */
}

int main(void)
{
    static const pelt_aim_q16 look = {/* +Z ahead, +Y up */
                                      FOX_JOINT_HEAD, 1,         {0, 0, 1}, NECK,
                                      {0, 1, 0},      {0, 0, 0}, {0, 0, 0}};
    pelt_character_q16 fox;
    pelt_joints_q16 *joints;
    pelt_miss_q16 miss;
    int32_t point[3];
    expect(pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                   sizeof memory) == PELT_OK,
           "open");
    for (uint32_t ms = 0; ms < 4096; ms += 100) {
        pelt_character_play_q16(&fox, FOX_CLIP_WALK, ms, PELT_LOOP);
        fly(point, ms);
        const pelt_local_q16 before = fox.pose.locals[FOX_JOINT_HEAD];
        expect(pelt_character_joints_get_q16(&joints, &fox) == PELT_OK &&
                   pelt_pose_aim_q16(&fox.pose, joints, &miss, &look, point, PELT_Q16(1)) ==
                       PELT_OK,
               "aim");
        check(before.rotation, fox.pose.locals[FOX_JOINT_HEAD].rotation, &miss);
        pelt_character_skin_q16(&fox, PELT_ALL_MESHES, vertices, 0, FOX_VERTICES);
    }
    return pass("look");
}
