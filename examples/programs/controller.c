/* SPDX-License-Identifier: MIT */
/*
 * A third-person character, twenty of them on one model of two meshes. They stand, walk and run, blended
 * by speed and in step; a jump fades in and out; the upper body waves; the head looks at a bird; the
 * feet stand on a slope; a sword hangs in a hand. Root motion moves the character, or is switched off;
 * what the camera does not see is not skinned.
 */
#include "adventurer.h" /* pelt bake adventurer.glb ... --root-motion hips --mask upper=spine */
#include "crc32.h"
#include "draw.h"
#include "scene.h"
#include "sword.h"
#include "text.h"

#define HEROES 20u
#define PICTURES 8u
#define ONE PELT_Q16(1)
#define FADE PELT_MS(150)

typedef struct hero {
    pelt_character_q16 body;
    pelt_player idle, walk, run, jump, wave;
    pelt_root_q16 place;
    int32_t speed, gaze; /* Q16.16: 0 stands, 1 walks, 2 runs; how much it looks at the bird */
    bool stays;          /* root motion is off */
} hero;

enum { IDLE, WALK, RUN, ONCE, LAYERS };
static hero heroes[HEROES];
static pelt_character_q16 sword;
static pelt_pose_q16 layers[LAYERS];
static uint64_t memory[ADVENTURER_ARENA_BYTES / 8], sword_memory[SWORD_ARENA_BYTES / 8];
static uint64_t actors[HEROES][ADVENTURER_ACTOR_BYTES / 8];
static uint64_t layer_memory[LAYERS][ADVENTURER_POSE_BYTES / 8];
static pelt_vertex_q16 vertices[ADVENTURER_VERTICES], blade[SWORD_VERTICES];
static const uint8_t *upper_body;
static uint32_t checksum, apexes, drawn;
static const pelt_root_q16 still = {{0, 0, 0}, 0};
static const int32_t bird[3] = {ADVENTURER_UNITS(0.5), ADVENTURER_UNITS(3), ADVENTURER_UNITS(5)};

/* A slope along x, on which every place has a height. */
static int32_t ground(int32_t x, int32_t z)
{
    return x / 4 + z / 16;
}

static void open_all(void)
{
    pelt_arena arena;
    pelt_character_q16 *first = &heroes[0].body;
    expect(pelt_character_open_q16(first, adventurer_blob, sizeof adventurer_blob,
                                   ADVENTURER_FAMILY, memory, sizeof memory) == PELT_OK &&
               pelt_character_open_q16(&sword, sword_blob, sizeof sword_blob, SWORD_FAMILY,
                                       sword_memory, sizeof sword_memory) == PELT_OK,
           "open");
    const pelt_model *model = first->pose.model;
    upper_body = pelt_mask_find(model, ADVENTURER_MASK_UPPER);
    pelt_arena_init(&arena, layer_memory, sizeof layer_memory);
    for (uint32_t i = 0; i < LAYERS; i++)
        expect(pelt_pose_alloc_q16(&layers[i], model, &arena) == PELT_OK, "layers");
    for (uint32_t i = 0; i < HEROES; i++) {
        hero *h = &heroes[i];
        if (i > 0)
            pelt_character_share_q16(&h->body, first, actors[i], sizeof actors[i]);
        pelt_player_start(&h->idle, model, ADVENTURER_CLIP_IDLE, 1000, 0, PELT_LOOP);
        pelt_player_start(&h->walk, model, ADVENTURER_CLIP_WALK, 1000, 0, PELT_LOOP);
        pelt_player_start(&h->run, model, ADVENTURER_CLIP_RUN, 1000, 0, PELT_LOOP);
        h->place.translation[0] = ADVENTURER_UNITS(1.5) * ((int32_t)i % 5);
        h->place.translation[2] = ADVENTURER_UNITS(-2) * ((int32_t)i / 5);
        h->speed = ONE / 4 * ((int32_t)i % 9);
    }
}

static void sample(pelt_pose_q16 *pose, const pelt_player *player, bool stays)
{
    pelt_pose_sample_q16(pose, player->clip, player->time);
    if (stays) /* the clip itself leads away */
        pelt_pose_root_restore_q16(pose, player->clip, player->time);
}

/* Goes on to the clock's reading: its pose, by speed, and its place. */
static void walk(hero *h, uint32_t ms)
{
    static const pelt_pose_q16 *const poses[3] = {&layers[IDLE], &layers[WALK], &layers[RUN]};
    const int32_t run = h->speed > ONE ? h->speed - ONE : 0;
    const int32_t idle = h->speed < ONE ? ONE - h->speed : 0;
    const int32_t weights[3] = {idle, ONE - idle - run, run};
    pelt_root_q16 step, fast;
    h->walk.speed = pelt_player_pace_get(&h->walk, &h->run, run);
    pelt_player_update(&h->walk, ms);
    pelt_player_follow(&h->run, &h->walk);
    pelt_player_update(&h->idle, ms);
    sample(&layers[IDLE], &h->idle, false);
    sample(&layers[WALK], &h->walk, h->stays);
    sample(&layers[RUN], &h->run, h->stays);
    pelt_pose_blend_many_q16(&h->body.pose, poses, weights, 3);
    pelt_player_root_get_q16(&step, &h->walk);
    pelt_player_root_get_q16(&fast, &h->run);
    pelt_root_blend_q16(&step, &fast, run);
    pelt_root_blend_q16(&step, &still, h->stays ? ONE : idle);
    pelt_root_move_q16(&h->place, &step);
    h->place.translation[1] = ground(h->place.translation[0], h->place.translation[2]);
}

/* A clip once, over what there is; returns how much of it. */
static int32_t lay(hero *h, pelt_player *once, uint32_t ms, const uint8_t *mask)
{
    if (pelt_player_update(once, ms) != PELT_OK) /* never started */
        return 0;
    for (uint32_t i = 0; pelt_player_event_get(once, i) != NULL; i++)
        apexes += i == 0 && once->clip == ADVENTURER_CLIP_JUMP;
    const int32_t weight = pelt_player_fade_get(once, FADE, FADE);
    sample(&layers[ONCE], once, false);
    pelt_pose_blend_q16(&h->body.pose, &layers[ONCE], weight, mask);
    return weight;
}

/* Both feet to the ground, and the hips down as far as the lower one needs. */
static void stand(hero *h, int32_t weight)
{
    static const uint32_t feet[2] = {ADVENTURER_JOINT_FOOT_L, ADVENTURER_JOINT_FOOT_R};
    int32_t targets[2][3], down[3] = {0, 0, 0};
    pelt_joints_q16 *joints;
    pelt_matrix_q16 foot;
    pelt_character_joints_get_q16(&joints, &h->body);
    for (uint32_t i = 0; i < 2; i++) {
        pelt_root_q16 at = h->place, step = still;
        pelt_joint_matrix_get_q16(&foot, joints, feet[i], 0);
        for (uint32_t k = 0; k < 3; k++)
            step.translation[k] = targets[i][k] = foot.m[4 * k + 3];
        pelt_root_move_q16(&at, &step); /* to the world */
        const int32_t rise = ground(at.translation[0], at.translation[2]) - h->place.translation[1];
        targets[i][1] += rise;
        down[1] = rise < down[1] ? rise : down[1];
    }
    pelt_pose_move_q16(&h->body.pose, ADVENTURER_JOINT_HIPS, down, PELT_MOVE_ADD);
    pelt_character_joints_get_q16(&joints, &h->body);
    for (uint32_t i = 0; i < 2; i++) {
        pelt_limb_q16 leg = {0};
        leg.joint = feet[i];
        pelt_pose_reach_q16(&h->body.pose, joints, NULL, &leg, targets[i], weight);
    }
}

static void look(hero *h)
{
    static const pelt_aim_q16 eyes = {/* +Z ahead, +Y up; the neck takes part */
                                      ADVENTURER_JOINT_HEAD,
                                      2,
                                      {0, 0, 1},
                                      PELT_HALF_TURN_Q16 / 4,
                                      {0, 1, 0},
                                      {0, 0, 0},
                                      {0, 0, 0}};
    static const int32_t up[3] = {0, 1, 0};
    int32_t turn[4], way[3];
    pelt_joints_q16 *joints;
    for (uint32_t k = 0; k < 3; k++)
        way[k] = bird[k] - h->place.translation[k];
    pelt_rotation_build_about_q16(turn, up, -h->place.yaw);
    pelt_rotation_apply_q16(way, turn, way);
    pelt_character_joints_get_q16(&joints, &h->body);
    pelt_pose_aim_q16(&h->body.pose, joints, NULL, &eyes, way, h->gaze);
}

static void show(hero *h)
{
    pelt_matrix_q16 place;
    pelt_joints_q16 *joints, *own;
    pelt_box_q16 box;
    pelt_root_matrix_get_q16(&place, &h->place);
    pelt_character_joints_get_q16(&joints, &h->body);
    pelt_mesh_box_get_q16(&box, PELT_ALL_MESHES, joints, NULL, 0, 0);
    if (!scene_sees(&box, &place))
        return;
    pelt_pose_set_q16(&sword.pose, PELT_REST_POSE);
    pelt_character_joints_get_q16(&own, &sword);
    pelt_joints_hang_q16(own, joints, ADVENTURER_JOINT_HAND_R);
    pelt_character_skin_q16(&h->body, PELT_ALL_MESHES, vertices, 0, ADVENTURER_VERTICES);
    pelt_character_skin_q16(&sword, PELT_ALL_MESHES, blade, 0, SWORD_VERTICES);
    checksum = crc32_add_words(checksum, vertices->position, sizeof vertices / 4);
    scene_draw(h->body.pose.model, vertices, ADVENTURER_VERTICES, &place, 0);
    scene_draw(sword.pose.model, blade, SWORD_VERTICES, &place,
               SWORD_UNIT_SHIFT - ADVENTURER_UNIT_SHIFT);
    drawn++;
}

/* What the player does: half a second each. */
static void control(hero *h, uint32_t picture, uint32_t ms)
{
    static const int32_t speeds[PICTURES] = {0, ONE, 2 * ONE, 2 * ONE, ONE, 0, 0, ONE};
    h->speed += (speeds[picture] - h->speed) / 4; /* no step is abrupt */
    h->gaze += ((picture == 5 ? ONE : 0) - h->gaze) / 4;
    h->stays = picture == 7;
    if (picture == 3 && h->jump.model == NULL)
        pelt_player_start(&h->jump, h->walk.model, ADVENTURER_CLIP_JUMP, 1000, ms, 0);
    if (picture == 4 && h->wave.model == NULL)
        pelt_player_start(&h->wave, h->walk.model, ADVENTURER_CLIP_WAVE, 1000, ms, 0);
}

int main(void)
{
    uint32_t ms = 0;
    pelt_matrix_q16 place;
    open_all();
    for (uint32_t picture = 0; picture < PICTURES; picture++) {
        for (uint32_t frame = 0; frame < 15; frame++, ms += 33) {
            control(&heroes[0], picture, ms);
            for (uint32_t i = 0; i < HEROES; i++) {
                hero *h = &heroes[i];
                walk(h, ms);
                const int32_t jump = lay(h, &h->jump, ms, NULL);
                lay(h, &h->wave, ms, upper_body);
                stand(h, ONE - jump);
                look(h);
            }
        }
        pelt_root_matrix_get_q16(&place, &heroes[0].place);
        scene_begin(&place, ADVENTURER_UNITS(1.6), 0x14000000u * picture, ground);
        for (uint32_t i = 0; i < HEROES; i++)
            show(&heroes[i]);
        scene_end(PICTURES);
    }
    expect(apexes == 1 && drawn > 2 * PICTURES && drawn < HEROES * PICTURES, "a jump, or culling");
    board_put_number("checksum", checksum);
    return pass("controller");
}
