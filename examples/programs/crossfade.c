/* SPDX-License-Identifier: MIT */
/* Blends clips: two characters of one blob share the model and everything that one frame needs, so
 * each costs only its pose. One changes from walking to standing; the other waves with the upper
 * body as it walks, and both breathe. Layers are computed in poses of their own, which all
 * characters share.
 *
 * Clips that are blended should be at the same fraction of their length, so that feet meet the
 * ground together: two walks take two players in phase (pelt/motion.h). Walking and standing need
 * not. */
#include <string.h>

#include "draw.h"
#include "fox.h"
#include "pelt/motion.h"

#define FADE_MS 500u
#define BREATH PELT_Q16(0.75) /* as deep as the standing fox's */

static uint64_t memory[FOX_ARENA_BYTES / 8], more[4][FOX_ACTOR_BYTES / 8];
static pelt_vertex_q16 vertices[FOX_VERTICES], again[FOX_VERTICES];
static pelt_character_q16 fox, friendly;            /* two actors */
static pelt_character_q16 standing, waving, breath; /* layers: any moment of any clip */
static uint8_t upper_body[FOX_MASK_BYTES];

/* Adds the difference between the standing fox now and at the start of its clip. */
static void breathe(pelt_character_q16 *character)
{
    expect(pelt_pose_add_q16(&character->pose, &standing.pose, &breath.pose, BREATH, upper_body) ==
               PELT_OK,
           "add");
}

static void pose_both(uint32_t ms)
{
    const uint32_t faded = ms < FADE_MS ? ms : FADE_MS;
    pelt_character_play_q16(&standing, FOX_CLIP_IDLE, ms, PELT_LOOP);
    pelt_character_play_q16(&fox, FOX_CLIP_WALK, ms, PELT_LOOP);
    pelt_pose_blend_q16(&fox.pose, &standing.pose, (int32_t)(faded * 65536u / FADE_MS), NULL);

    pelt_character_play_q16(&friendly, FOX_CLIP_WALK, ms, PELT_LOOP);
    pelt_character_play_q16(&waving, FOX_CLIP_WAVE, ms, PELT_LOOP);
    pelt_pose_blend_q16(&friendly.pose, &waving.pose, PELT_Q16(1), upper_body);
    breathe(&friendly);
}

static void skin(pelt_vertex_q16 *to, pelt_character_q16 *character)
{
    expect(pelt_character_skin_q16(character, PELT_ALL_MESHES, to, 0, FOX_VERTICES) == PELT_OK,
           "skin");
}

static void check(uint32_t ms)
{
    skin(vertices, &fox);
    skin(again, &standing);
    expect((memcmp(vertices, again, sizeof again) == 0) == (ms >= FADE_MS), "not faded in time");
    skin(again, &friendly);
    expect(memcmp(vertices, again, sizeof again) != 0, "two characters look the same");
    skin(again, &fox);
    expect(memcmp(vertices, again, sizeof again) == 0, "characters disturb each other");
}

int main(void)
{
    expect(pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                   sizeof memory) == PELT_OK &&
               pelt_character_share_q16(&friendly, &fox, more[0], sizeof more[0]) == PELT_OK &&
               pelt_character_share_q16(&standing, &fox, more[1], sizeof more[1]) == PELT_OK &&
               pelt_character_share_q16(&waving, &fox, more[2], sizeof more[2]) == PELT_OK &&
               pelt_character_share_q16(&breath, &fox, more[3], sizeof more[3]) == PELT_OK,
           "open");
    /* By a joint's name, from the baked header; pelt_joint_find() knows it at run time. */
    expect(pelt_mask_set(upper_body, sizeof upper_body, fox.pose.model, FOX_JOINT_SPINE, 255) ==
                   PELT_OK &&
               upper_body[FOX_JOINT_HAND_R] == 255 && upper_body[FOX_JOINT_HIPS] == 0,
           "mask");
    expect(pelt_pose_sample_q16(&breath.pose, FOX_CLIP_IDLE, FOX_CLIP_IDLE_START) == PELT_OK,
           "moment");
    for (uint32_t ms = 0; ms < 2u * FADE_MS; ms += 33) {
        pose_both(ms);
        check(ms);
    }
    return pass("crossfade");
}
