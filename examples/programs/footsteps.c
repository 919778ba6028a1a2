/* SPDX-License-Identifier: MIT */
/* Plays sounds of footsteps: the events of a clip, here from `pelt bake fox.glb --events fox.json`,
 * come in the order in which they are passed, at any speed and backwards. Two loops of different
 * length stay in step while one fades into the other. The clock counts frames, 60 a second. */
#include "draw.h"
#include "fox.h"
#include "pelt/motion.h"

static uint64_t memory[FOX_ARENA_BYTES / 8], more[FOX_ACTOR_BYTES / 8];
static pelt_character_q16 fox, standing;
static uint32_t left, right;

/* Your function: plays a sound by its name. Here left and right must take turns. */
static void play_sound(const char *name)
{
    if (name[0] == FOX_EVENT_LEFT_FOOT[0])
        left++;
    else
        right++;
    expect(left == right || left == right + 1u, "a step is lost, or is made twice");
}

static void pose(const pelt_player *walk, const pelt_player *idle, int32_t weight)
{
    expect(pelt_character_follow_q16(&fox, walk) == PELT_OK &&
               pelt_character_follow_q16(&standing, idle) == PELT_OK &&
               pelt_pose_blend_q16(&fox.pose, &standing.pose, weight, NULL) == PELT_OK,
           "pose");
}

int main(void)
{
    pelt_player walk, idle;
    expect(pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                   sizeof memory) == PELT_OK &&
               pelt_character_share_q16(&standing, &fox, more, sizeof more) == PELT_OK,
           "open");
    expect(pelt_player_start(&walk, fox.pose.model, FOX_CLIP_WALK, 60, 0, PELT_LOOP) == PELT_OK &&
               pelt_player_start(&idle, fox.pose.model, FOX_CLIP_IDLE, 60, 0, PELT_LOOP) == PELT_OK,
           "start");
    for (uint32_t frame = 1; frame <= 600; frame++) {
        const int32_t weight = (int32_t)(frame * 65536u / 600u); /* from walking to standing */
        const char *name;
        walk.speed = pelt_player_pace_get(&walk, &idle, weight);
        pelt_player_update(&walk, frame);
        pelt_player_follow(&idle, &walk);
        for (uint32_t i = 0; (name = pelt_player_event_get(&walk, i)) != NULL; i++)
            play_sound(name);
        pose(&walk, &idle, weight);
    }
    /* A stride lengthens from one second to four: 10 s contain ln(4) / 3 * 10 s = 4.6 of them. */
    expect(left == 5u && right == 5u, "ten steps in ten seconds");
    return pass("footsteps");
}
