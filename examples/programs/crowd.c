/* SPDX-License-Identifier: MIT */
/* Draws a crowd: one model, a hundred foxes in twenty poses. Each fox takes 52 bytes besides its pose,
 * and the memory that a frame needs exists once. Foxes of one pose follow each other in the list, so
 * that its model matrices and palette are built once for all of them. */
#include <string.h>

#include "draw.h"
#include "fox.h"

#define FOXES 100u
#define POSES 20u
#define EACH (FOXES / POSES) /* foxes of one pose */

typedef char pose_is_all[FOX_ACTOR_BYTES == FOX_POSE_BYTES ? 1 : -1];
typedef char fox_is_small[sizeof(pelt_character_q16) <= 72 ? 1 : -1];

static uint64_t memory[FOX_ARENA_BYTES / 8], poses[POSES - 1u][FOX_ACTOR_BYTES / 8];
static pelt_character_q16 foxes[FOXES];
static pelt_vertex_q16 vertices[FOX_VERTICES], leader[FOX_VERTICES];

static void open_crowd(void)
{
    expect(pelt_character_open_q16(&foxes[0], fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                   sizeof memory) == PELT_OK,
           "open");
    for (uint32_t i = 1; i < FOXES; i++)
        if (i % EACH != 0u)
            foxes[i] = foxes[i - 1u]; /* the same pose */
        else
            expect(pelt_character_share_q16(&foxes[i], &foxes[0], poses[i / EACH - 1u],
                                            sizeof poses[0]) == PELT_OK,
                   "share");
}

int main(void)
{
    open_crowd();
    for (uint32_t frame = 0; frame < 3u; frame++) {
        for (uint32_t i = 0; i < FOXES; i++) {
            if (i % EACH == 0u) /* each group is 50 ms ahead of the one before */
                pelt_character_play_q16(&foxes[i], FOX_CLIP_WALK, 33u * frame + 50u * (i / EACH),
                                        PELT_LOOP);
            expect(pelt_character_skin_q16(&foxes[i], PELT_ALL_MESHES, vertices, 0, FOX_VERTICES) ==
                       PELT_OK,
                   "skin");
            if (i % EACH == 0u)
                memcpy(leader, vertices, sizeof leader);
            expect(memcmp(vertices, leader, sizeof leader) == 0, "one pose, different foxes");
        }
    }
    return pass("crowd");
}
