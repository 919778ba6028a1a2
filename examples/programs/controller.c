/* SPDX-License-Identifier: MIT */
/*
 * A third-person character, twenty of them on one model of two meshes: they stand, walk and run, blended
 * by speed and in step; they jump, which fades in and out, wave with the upper body, look at a bird, and
 * put their feet on a slope. Root motion moves them, a sword hangs in their hand, and what the camera
 * does not see is neither skinned nor drawn.
 */
#include "adventurer.h" /* pelt bake adventurer.glb -o adventurer.pelt --c adventurer ... */
#include "crc32.h"
#include "draw.h"
#include "scene.h"
#include "sword.h"
#include "text.h"

#define HEROES 20u
#define FADE PELT_MS(150)
#define ONE PELT_Q16(1)

typedef struct hero {
    pelt_character_q16 body;
    pelt_player idle, walk, run, jump, wave;
    pelt_root_q16 place;
    int32_t speed, gaze; /* 0 stands, 1 walks, 2 runs; how much it looks at the bird: Q16.16 */
    bool travels;        /* by root motion; else the clips lead it away from its place */
} hero;

enum { IDLE, WALK, RUN, ONCE, LAYERS };
static hero heroes[HEROES];
static uint64_t memory[ADVENTURER_ARENA_BYTES / 8], actors[HEROES][ADVENTURER_ACTOR_BYTES / 8];
static uint64_t layers_memory[LAYERS * ADVENTURER_POSE_BYTES / 8],
    sword_memory[SWORD_ARENA_BYTES / 8];
static pelt_pose_q16 layers[LAYERS];
static pelt_vertex_q16 vertices[ADVENTURER_VERTICES], blade[SWORD_VERTICES];
static pelt_character_q16 sword;
static uint32_t checksum, apexes, drawn;
static const int32_t bird[3] = {ADVENTURER_UNITS(1.5), ADVENTURER_UNITS(2.0),
                                ADVENTURER_UNITS(4.0)};

/* A hill along z. */
static int32_t ground(int32_t x, int32_t z)
{
    return x / 64 + (z < 0 ? 0 : z / 4);
}

static void open_heroes(const pelt_model **model)
{
    pelt_arena arena;
    pelt_character_q16 *first = &heroes[0].body;
    expect(pelt_character_open_q16(first, adventurer_blob, sizeof adventurer_blob,
                                   ADVENTURER_FAMILY, memory, sizeof memory) == PELT_OK &&
               pelt_character_open_q16(&sword, sword_blob, sizeof sword_blob, SWORD_FAMILY,
                                       sword_memory, sizeof sword_memory) == PELT_OK &&
               pelt_arena_init(&arena, layers_memory, sizeof layers_memory) == PELT_OK,
           "open");
    *model = first->pose.model;
    for (uint32_t i = 0; i < LAYERS; i++)
        expect(pelt_pose_alloc_q16(&layers[i], *model, &arena) == PELT_OK, "layers");
    for (uint32_t i = 0; i < HEROES; i++) {
        hero *h = &heroes[i];
        pelt_player *const players[] = {&h->idle, &h->walk, &h->run, &h->wave};
        static const uint32_t clips[] = {ADVENTURER_CLIP_IDLE, ADVENTURER_CLIP_WALK,
                                         ADVENTURER_CLIP_RUN, ADVENTURER_CLIP_WAVE};
        expect(i == 0 || pelt_character_share_q16(&h->body, first, actors[i], sizeof actors[i]) ==
                             PELT_OK,
               "share");
        for (uint32_t k = 0; k < 4; k++)
            pelt_player_start(players[k], *model, clips[k], 1000, 0, PELT_LOOP);
        h->place.translation[0] = ADVENTURER_UNITS(1.2) * (int32_t)(i % 5);
        h->place.translation[2] = ADVENTURER_UNITS(1.5) * (int32_t)(i / 5);
        h->travels = true;
    }
}

static int32_t clamp(int32_t a, int32_t low, int32_t high)
{
    return a < low ? low : a > high ? high : a;
}

static void sample(pelt_pose_q16 *pose, const pelt_player *player, bool travels)
{
    pelt_pose_sample_q16(pose, player->clip, player->time);
    if (!travels)
        pelt_pose_root_restore_q16(pose, player->clip, player->time);
}

/* Walks on to the clock's next reading: time, place and pose. */
static void walk(hero *h, uint32_t ms)
{
    static const pelt_pose_q16 *const all[] = {&layers[IDLE], &layers[WALK], &layers[RUN]};
    static const pelt_root_q16 still = {{0, 0, 0}, 0};
    const int32_t run = clamp(h->speed - ONE, 0, ONE), idle = clamp(ONE - h->speed, 0, ONE);
    const int32_t weights[3] = {idle, ONE - idle - run, run};
    pelt_root_q16 step, fast;
    h->walk.speed = pelt_player_pace_get(&h->walk, &h->run, run);
    pelt_player_update(&h->walk, ms);
    pelt_player_follow(&h->run, &h->walk);
    pelt_player_update(&h->idle, ms);
    sample(&layers[IDLE], &h->idle, true);
    sample(&layers[WALK], &h->walk, h->travels);
    sample(&layers[RUN], &h->run, h->travels);
    pelt_pose_blend_many_q16(&h->body.pose, all, weights, 3);
    pelt_player_root_get_q16(&step, &h->walk);
    pelt_player_root_get_q16(&fast, &h->run);
    pelt_root_blend_q16(&step, &fast, run);
    pelt_root_blend_q16(&step, &still, h->travels ? idle : ONE);
    pelt_root_move_q16(&h->place, &step);
    h->place.translation[1] = ground(h->place.translation[0], h->place.translation[2]);
}

/* Lays a jump over it, and a wave over the upper body; returns how far it is in the air. */
static int32_t act(hero *h, uint32_t ms)
{
    if (pelt_player_update(&h->jump, ms) == PELT_OK)
        for (uint32_t i = 0; pelt_player_event_get(&h->jump, i) != NULL; i++)
            apexes++;
    const int32_t jump = pelt_player_fade_get(&h->jump, FADE, FADE);
    if (jump > 0) {
        sample(&layers[ONCE], &h->jump, true);
        pelt_pose_blend_q16(&h->body.pose, &layers[ONCE], jump, NULL);
    }
    pelt_player_update(&h->wave, ms);
    const int32_t wave = pelt_player_fade_get(&h->wave, FADE, FADE);
    if (wave > 0) {
        sample(&layers[ONCE], &h->wave, true);
        pelt_pose_blend_q16(&h->body.pose, &layers[ONCE], wave, upper_body);
    }
    return jump;
}

/* A place below the hero where it stands, in the world. */
static int32_t rise_at(const hero *h, const pelt_matrix_q16 *joint)
{
    pelt_root_q16 at = h->place;
    const pelt_root_q16 step = {{joint->m[3], joint->m[7], joint->m[11]}, 0};
    pelt_root_move_q16(&at, &step);
    return ground(at.translation[0], at.translation[2]) - h->place.translation[1];
}

/* Lowers the hips so far that both feet reach the ground, then brings them there. */
static void stand(hero *h, int32_t weight)
{
    static const pelt_limb_q16 legs[2] = {{ADVENTURER_JOINT_FOOT_L}, {ADVENTURER_JOINT_FOOT_R}};
    pelt_joints_q16 *joints;
    pelt_matrix_q16 foot[2];
    int32_t down[3] = {0, 0, 0};
    pelt_character_joints_get_q16(&joints, &h->body);
    for (uint32_t i = 0; i < 2; i++) {
        pelt_joint_matrix_get_q16(&foot[i], joints, legs[i].joint, 0);
        foot[i].m[7] += rise_at(h, &foot[i]);
        down[1] = clamp(rise_at(h, &foot[i]), INT32_MIN, down[1]);
    }
    pelt_pose_move_q16(&h->body.pose, ADVENTURER_JOINT_HIPS, down, PELT_MOVE_ADD);
    pelt_character_joints_get_q16(&joints, &h->body);
    for (uint32_t i = 0; i < 2; i++) {
        const int32_t target[3] = {foot[i].m[3], foot[i].m[7], foot[i].m[11]};
        pelt_pose_reach_q16(&h->body.pose, joints, NULL, &legs[i], target, weight);
    }
}
