/* SPDX-License-Identifier: MIT */
/*
 * Two characters of one blob, which share the model and all that one frame needs: the second costs
 * its pose. One goes over from walking to standing, the upper body of the other waves as it walks.
 */
#include <string.h>

#include "draw.h"
#include "fox.h"

#define FADE_MS 500u

static uint64_t memory[FOX_ARENA_BYTES / 8], more[3][FOX_ACTOR_BYTES / 8];
static pelt_vertex_q16 vertices[FOX_VERTICES], again[FOX_VERTICES];
static pelt_character_q16 fox, friendly, standing, waving;
static bool is_upper[FOX_JOINT_COUNT];

/* The spine and what hangs on it: parents come before their children. */
static void find_upper_body(const pelt_model *model)
{
    pelt_joint_info info;
    for (uint32_t i = 0; i < FOX_JOINT_COUNT && pelt_joint_get(&info, model, i) == PELT_OK; i++)
        is_upper[i] =
            i == FOX_JOINT_SPINE || (info.parent != PELT_NO_JOINT && is_upper[info.parent]);
}

static void pose_both(uint32_t ms)
{
    const uint32_t faded = ms < FADE_MS ? ms : FADE_MS;
    pelt_character_play_q16(&fox, FOX_CLIP_WALK, ms, PELT_LOOP);
    pelt_character_play_q16(&standing, FOX_CLIP_IDLE, ms, PELT_LOOP);
    pelt_pose_blend_q16(&fox.pose, &standing.pose, (int32_t)(faded * 65536u / FADE_MS));

    pelt_character_play_q16(&friendly, FOX_CLIP_WALK, ms, PELT_LOOP);
    pelt_character_play_q16(&waving, FOX_CLIP_WAVE, ms, PELT_LOOP);
    for (uint32_t i = 0; i < FOX_JOINT_COUNT; i++)
        if (is_upper[i])
            friendly.pose.locals[i] = waving.pose.locals[i];
}

static void skin(pelt_vertex_q16 *to, pelt_character_q16 *character)
{
    expect(pelt_character_skin_q16(character, FOX_MESH_FOX, to, 0, FOX_VERTICES) == PELT_OK,
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
               pelt_character_share_q16(&waving, &fox, more[2], sizeof more[2]) == PELT_OK,
           "open");
    find_upper_body(fox.pose.model);
    for (uint32_t ms = 0; ms < 2u * FADE_MS; ms += 33) {
        pose_both(ms);
        check(ms);
    }
    return pass("crossfade");
}
