/* SPDX-License-Identifier: MIT */
/* Twenty third-person characters on one model of two meshes: they stand, walk and run by speed and in
 * step, jump, wave with the upper body, look at a bird, stand on a slope and hold a sword. Root motion
 * moves them, or is off. Characters that the camera does not see are not skinned. */
#include "draw.h"
#include "hero.h" /* pelt bake adventurer.glb ... --c hero --root-motion hips --mask upper=spine */
#include "scene.h"
#include "sword.h"

#define HEROES 20
#define ONE PELT_Q16(1)
enum { IDLE, WALK, RUN, GAITS };

typedef struct hero {
    pelt_character_q16 body;
    pelt_player gaits[GAITS], jump, wave;
    pelt_root_q16 place;
    int32_t speed, gaze; /* Q16: 0 stands, 1 walks, 2 runs; how much it looks at the bird */
    bool stays;          /* root motion is off: the clips themselves lead away */
} hero;
static hero heroes[HEROES];
static pelt_character_q16 sword;
static pelt_pose_q16 layers[GAITS];
static uint64_t memory[HERO_ARENA_BYTES / 8], sword_memory[SWORD_ARENA_BYTES / 8];
static uint64_t actors[HEROES][HERO_ACTOR_BYTES / 8], layer_memory[GAITS][HERO_POSE_BYTES / 8];
static pelt_vertex_q16 vertices[HERO_VERTICES], blade[SWORD_VERTICES];

static const pelt_model *open_all(void)
{
    static const uint32_t clips[GAITS] = {HERO_CLIP_IDLE, HERO_CLIP_WALK, HERO_CLIP_RUN};
    pelt_arena arena;
    expect(pelt_character_open_q16(&heroes[0].body, hero_blob, sizeof hero_blob, HERO_FAMILY,
                                   memory, sizeof memory) == PELT_OK &&
               pelt_character_open_q16(&sword, sword_blob, sizeof sword_blob, SWORD_FAMILY,
                                       sword_memory, sizeof sword_memory) == PELT_OK,
           "open");
    const pelt_model *model = heroes[0].body.pose.model;
    pelt_arena_init(&arena, layer_memory, sizeof layer_memory);
    for (uint32_t k = 0; k < GAITS; k++)
        pelt_pose_alloc_q16(&layers[k], model, &arena);
    for (uint32_t i = 0; i < HEROES; i++) {
        if (i > 0)
            pelt_character_share_q16(&heroes[i].body, &heroes[0].body, actors[i], sizeof *actors);
        for (uint32_t k = 0; k < GAITS; k++)
            pelt_player_start(&heroes[i].gaits[k], model, clips[k], 1000, 0, PELT_LOOP);
        heroes[i].place = scene_start(i, HERO_UNITS(1));
        heroes[i].speed = ONE / 4 * (int32_t)(i % 9);
    }
    return model;
}

static void walk(hero *h, pelt_player gaits[GAITS], uint32_t ms)
{
    static const pelt_pose_q16 *const poses[GAITS] = {&layers[IDLE], &layers[WALK], &layers[RUN]};
    const int32_t run = h->speed > ONE ? h->speed - ONE : 0;
    const int32_t idle = h->speed < ONE ? ONE - h->speed : 0;
    const int32_t weights[GAITS] = {idle, ONE - idle - run, run};
    pelt_root_q16 steps[GAITS];
    gaits[WALK].speed = pelt_player_pace_get(&gaits[WALK], &gaits[RUN], run);
    pelt_player_update(&gaits[IDLE], ms);
    pelt_player_update(&gaits[WALK], ms);
    pelt_player_follow(&gaits[RUN], &gaits[WALK]);
    for (uint32_t k = 0; k < GAITS; k++) {
        pelt_player_root_get_q16(&steps[k], &gaits[k]);
        pelt_pose_sample_q16(&layers[k], gaits[k].clip, gaits[k].time);
        if (h->stays)
            pelt_pose_root_restore_q16(&layers[k], gaits[k].clip, gaits[k].time);
    }
    pelt_pose_blend_many_q16(&h->body.pose, poses, weights, GAITS);
    pelt_root_blend_q16(&steps[WALK], &steps[RUN], run);
    pelt_root_blend_q16(&steps[WALK], &steps[IDLE], idle);
    if (!h->stays)
        pelt_root_move_q16(&h->place, &steps[WALK]);
    h->place.translation[1] = scene_ground(&h->place);
}

/* Lays a clip that plays once over the pose; returns its weight. */
static int32_t lay(hero *h, pelt_player *once, uint32_t ms, const uint8_t *mask)
{
    const char *name;
    if (pelt_player_update(once, ms) != PELT_OK) /* never started */
        return 0;
    for (uint32_t i = 0; (name = pelt_player_event_get(once, i)) != NULL; i++)
        scene_hear(name);
    const int32_t weight = pelt_player_fade_get(once, PELT_MS(150), PELT_MS(150));
    pelt_pose_sample_q16(&layers[IDLE], once->clip, once->time);
    pelt_pose_blend_q16(&h->body.pose, &layers[IDLE], weight, mask);
    return weight;
}

/* Puts the feet on the ground, lowers the hips for the lower foot, and turns the head to the bird. */
static void adapt(hero *h, int32_t on_ground)
{
    static const pelt_aim_q16 eyes = {HERO_JOINT_HEAD, 2,         {0, 0, 1}, PELT_HALF_TURN_Q16 / 3,
                                      {0, 1, 0},       {0, 0, 0}, {0, 0, 0}};
    static const pelt_limb_q16 legs[2] = {{HERO_JOINT_FOOT_L, 0, {0, 0, 0}, 0, 0, 0, {0, 0, 0}},
                                          {HERO_JOINT_FOOT_R, 0, {0, 0, 0}, 0, 0, 0, {0, 0, 0}}};
    int32_t to[2][3], bird[3], down[3] = {0, 0, 0};
    pelt_joints_q16 *joints;
    pelt_matrix_q16 foot;
    pelt_character_joints_get_q16(&joints, &h->body);
    for (uint32_t i = 0; i < 2; i++) {
        pelt_joint_matrix_get_q16(&foot, joints, legs[i].joint, 0);
        const int32_t rise = scene_rise(to[i], &foot, &h->place);
        down[1] = rise < down[1] ? rise : down[1];
    }
    pelt_pose_move_q16(&h->body.pose, HERO_JOINT_HIPS, down, PELT_MOVE_ADD);
    pelt_character_joints_get_q16(&joints, &h->body);
    for (uint32_t i = 0; i < 2; i++)
        pelt_pose_reach_q16(&h->body.pose, joints, NULL, &legs[i], to[i], on_ground);
    scene_bird(bird, &h->place);
    pelt_pose_aim_q16(&h->body.pose, joints, NULL, &eyes, bird, h->gaze);
}

static void show(hero *h)
{
    pelt_joints_q16 *joints, *own;
    pelt_box_q16 box;
    pelt_character_joints_get_q16(&joints, &h->body);
    pelt_mesh_box_get_q16(&box, PELT_ALL_MESHES, joints, NULL, 0, 0);
    if (!scene_sees(&box, &h->place))
        return;
    pelt_character_skin_q16(&h->body, PELT_ALL_MESHES, vertices, 0, HERO_VERTICES);
    scene_draw(h->body.pose.model, vertices, HERO_VERTICES, &h->place);
    pelt_pose_set_q16(&sword.pose, PELT_REST_POSE);
    pelt_character_joints_get_q16(&own, &sword);
    pelt_joints_hang_q16(own, joints, HERO_JOINT_HAND_R);
    pelt_character_skin_q16(&sword, PELT_ALL_MESHES, blade, 0, SWORD_VERTICES);
    scene_draw(sword.pose.model, blade, SWORD_VERTICES, &h->place);
}

int main(void)
{
    const pelt_model *model = open_all();
    const uint8_t *upper = pelt_mask_find(model, HERO_MASK_UPPER);
    hero *own = &heroes[0];
    for (uint32_t ms = 0; ms < SCENE_MS; ms += SCENE_FRAME_MS) {
        const scene_pad pad = scene_read(ms);
        if (pad.jumps)
            pelt_player_start(&own->jump, model, HERO_CLIP_JUMP, 1000, ms, 0);
        if (pad.waves)
            pelt_player_start(&own->wave, model, HERO_CLIP_WAVE, 1000, ms, 0);
        own->stays = pad.stays;
        own->speed += (pad.speed - own->speed) / 4; /* no step is abrupt */
        own->gaze += ((pad.looks ? ONE : 0) - own->gaze) / 4;
        for (hero *h = heroes; h < heroes + HEROES; h++) {
            walk(h, h->gaits, ms);
            lay(h, &h->wave, ms, upper);
            adapt(h, ONE - lay(h, &h->jump, ms, NULL));
        }
        if (scene_begin(ms, &own->place, HERO_UNIT_SHIFT)) {
            for (hero *h = heroes; h < heroes + HEROES; h++)
                show(h);
            scene_end();
        }
    }
    return pass("controller");
}
