/* SPDX-License-Identifier: MIT */
/* Puts a sword into a hand: finds where a joint is, in the space of the skinned vertices and in
 * glTF units, and skins a blade, a model of its own in its own units, at that place. */
#include "draw.h"
#include "fox.h"
#include "pelt/motion.h"
#include "sword.h"

static uint64_t memory[FOX_ARENA_BYTES / 8], sword_memory[SWORD_ARENA_BYTES / 8];
static pelt_vertex_q16 vertices[FOX_VERTICES], blade[SWORD_VERTICES];

/* Skins the blade in the fox's scene, in the sword's units. */
static void draw_sword(pelt_character_q16 *sword, const pelt_joints_q16 *joints)
{
    pelt_joints_q16 *own;
    expect(pelt_pose_set_q16(&sword->pose, PELT_REST_POSE) == PELT_OK && /* before each hang */
               pelt_character_joints_get_q16(&own, sword) == PELT_OK &&
               pelt_joints_hang_q16(own, joints, FOX_JOINT_HAND_R) == PELT_OK &&
               pelt_character_skin_q16(sword, PELT_ALL_MESHES, blade, 0, SWORD_VERTICES) == PELT_OK,
           "draw the sword");
}

/* Transforms a point from the hand's own space, Q16.16. */
static void transform(int32_t out[3], const pelt_matrix_q16 *hand, const int32_t point[3])
{
    for (uint32_t r = 0; r < 3; r++) {
        const int32_t *row = hand->m + 4 * r;
        out[r] = (int32_t)(((int64_t)row[0] * point[0] + (int64_t)row[1] * point[1] +
                            (int64_t)row[2] * point[2]) >>
                           16) +
                 row[3];
    }
}

/* The squared distance to the nearest vertex, in glTF units, Q16. */
static int64_t distance_to_fox(const int32_t point[3])
{
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < FOX_VERTICES; i++) {
        int64_t squares = 0;
        for (uint32_t c = 0; c < 3; c++) {
            const int64_t off = (int64_t)vertices[i].position[c] - point[c];
            squares += off * off;
        }
        least = squares < least ? squares : least;
    }
    return least >> (16 - 2 * FOX_UNIT_SHIFT);
}

/* Checks in both spaces that the grip is in the hand and the point away from the fox. */
static void check(const pelt_matrix_q16 *hand, const pelt_matrix_q16 *hand_gltf)
{
    static const int32_t grip[3] = {0, 0, 0}, tip[3] = {0, 0, 65536};
    static const int32_t tip_units[3] = {0, 0, FOX_UNITS(1)}; /* one glTF unit too */
    int32_t at[3], at_gltf[3];
    transform(at, hand, grip);
    expect(distance_to_fox(at) < 65536 / 100, "the grip is not in the hand"); /* 0.1 units */
    transform(at, hand, tip_units);
    expect(distance_to_fox(at) > 65536 / 16, "the sword is in the fox");
    transform(at_gltf, hand_gltf, tip);
    for (uint32_t c = 0; c < 3; c++) {
        const int32_t off = at[c] - at_gltf[c] * (1 << -FOX_UNIT_SHIFT);
        expect(off < 2 << -FOX_UNIT_SHIFT && off > -(2 << -FOX_UNIT_SHIFT), "the spaces differ");
    }
}

/* Checks that the blade's farthest vertex is its tip, one glTF unit from the hand along its z. */
static void check_blade(const pelt_matrix_q16 *hand_gltf)
{
    static const int32_t tip[3] = {0, 0, 65536};
    int32_t at[3], nearest = INT32_MAX;
    transform(at, hand_gltf, tip);
    for (uint32_t i = 0; i < SWORD_VERTICES; i++) {
        int32_t off = 0;
        for (uint32_t c = 0; c < 3; c++) {
            const int32_t d = blade[i].position[c] / (1 << -SWORD_UNIT_SHIFT) - at[c];
            off += d < 0 ? -d : d;
        }
        nearest = off < nearest ? off : nearest;
    }
    expect(nearest < 65536 / 2000, "the blade's tip is elsewhere");
}

int main(void)
{
    pelt_character_q16 fox, sword;
    pelt_joints_q16 *joints;
    pelt_matrix_q16 hand, hand_gltf;
    expect(pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                   sizeof memory) == PELT_OK &&
               pelt_character_open_q16(&sword, sword_blob, sizeof sword_blob, SWORD_FAMILY,
                                       sword_memory, sizeof sword_memory) == PELT_OK,
           "open");
    for (uint32_t ms = 0; ms < 2000; ms += 100) {
        pelt_character_play_q16(&fox, FOX_CLIP_WAVE, ms, PELT_LOOP);
        pelt_character_skin_q16(&fox, PELT_ALL_MESHES, vertices, 0, FOX_VERTICES);
        expect(pelt_character_joints_get_q16(&joints, &fox) == PELT_OK &&
                   pelt_joint_matrix_get_q16(&hand, joints, FOX_JOINT_HAND_R, 0) == PELT_OK &&
                   pelt_joint_matrix_get_q16(&hand_gltf, joints, FOX_JOINT_HAND_R,
                                             PELT_GLTF_UNITS) == PELT_OK,
               "the hand");
        check(&hand, &hand_gltf);
        draw_sword(&sword, joints);
        check_blade(&hand_gltf);
    }
    return pass("sword");
}
