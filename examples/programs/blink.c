/* SPDX-License-Identifier: MIT */
/* Blinks and smiles as it walks: expressions raise weights of morph targets, on top of the clip. */
#include "draw.h"
#include "face.h"
#include "pelt/face.h"

#define AT_ONCE 64u /* vertices, as a machine of 16 KB has room for */

static uint64_t memory[FACE_ARENA_BYTES / 8];
static pelt_vertex_q16 open_eyes[AT_ONCE], vertices[AT_ONCE];
static int32_t face[FACE_EXPRESSION_COUNT];

/* How many vertices are elsewhere than with open eyes. */
static uint32_t count_moved(pelt_character_q16 *fox)
{
    uint32_t moved = 0;
    for (uint32_t first = 0; first < FACE_VERTICES; first += AT_ONCE) {
        const uint32_t left = FACE_VERTICES - first, count = left < AT_ONCE ? left : AT_ONCE;
        const int32_t blink = fox->pose.weights[0];
        fox->pose.weights[0] = 0;
        fox->pose.edited = 1;
        pelt_character_skin_q16(fox, 0, open_eyes, first, count);
        fox->pose.weights[0] = blink;
        fox->pose.edited = 1;
        pelt_character_skin_q16(fox, 0, vertices, first, count);
        for (uint32_t i = 0; i < count; i++)
            moved += vertices[i].position[1] != open_eyes[i].position[1];
    }
    return moved;
}

int main(void)
{
    pelt_character_q16 fox;
    pelt_blinker blinker;
    uint32_t shut = 0, blinks = 0;
    int32_t before = 0;
    expect(pelt_character_open_q16(&fox, face_blob, sizeof face_blob, FACE_FAMILY, memory,
                                   sizeof memory) == PELT_OK &&
               pelt_blinker_open(&blinker, 1000, 1) == PELT_OK,
           "open");
    for (uint32_t ms = 0; ms < 20000; ms += 33) {
        pelt_character_play_q16(&fox, FACE_CLIP_WALK, ms, PELT_LOOP);
        face[FACE_EXPRESSION_BLINK] = pelt_blinker_step(&blinker, 33);
        face[FACE_EXPRESSION_SMILE] = PELT_Q16(0.5);
        pelt_face_set_q16(&fox.pose, face, FACE_EXPRESSION_COUNT);
        expect(fox.pose.weights[0] == face[FACE_EXPRESSION_BLINK] &&
                   fox.pose.weights[1] == PELT_Q16(0.5),
               "the face");
        blinks += before == 0 && fox.pose.weights[0] > 0;
        before = fox.pose.weights[0];
        if (before == PELT_Q16(1) && shut++ == 0)
            expect(count_moved(&fox) > 8, "eyes stay open");
    }
    expect(blinks >= 3 && blinks <= 9 && shut > 0, "it does not blink");
    return pass("blink");
}
