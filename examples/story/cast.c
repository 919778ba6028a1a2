/* SPDX-License-Identifier: MIT */
/* The cast of `make demo`: uses everything between clips and palettes in one scene. The fox walks,
 * waves as it walks, stops to look at the camera, smiles and blinks, and holds a lantern all the
 * time; its tail, ears and scarf swing, and the hand that waves turns by 150 degrees. */
#include <string.h>

#include "board.h"
#include "lantern.h"
#include "pelt/draw.h"
#include "pelt/motion.h"
#include "performance.h"
#include "performer.h"

#define FRAMES 86u     /* six seconds, whole walks */
#define FACE_FRAME 28u /* the face's clip begins there */
#define SWINGS_IN 24u  /* last frames that are posed before the first, as the film repeats */
#define ONE 65536      /* Q16.16 */

/* Thousandths of a glTF unit, in Q16.16 of the model's unit. */
#define LENGTH(thousandths) ((thousandths)*65536 / 1000 * (1 << -PERFORMER_UNIT_SHIFT))

/* The frames at which something begins, is complete, begins to end, and has ended. */
typedef struct span {
    uint32_t begins, there, ends, over;
} span;

static const span waving = {8, 14, 34, 40}, standing = {40, 48, 78, 86};
static const span looking = {46, 54, 72, 80};

static uint8_t upper_body[PERFORMER_JOINT_COUNT + PERFORMER_MESH_COUNT];
static uint8_t face[PERFORMER_JOINT_COUNT + PERFORMER_MESH_COUNT];

/// Set-up ///////////////////////////////////////////////////////////////////////////////////////

void cast_open(performance *p)
{
    const pelt_model *fox = &p->actors[0].model;
    performance_add(p, performer_blob, sizeof performer_blob, PERFORMER_FAMILY);
    performance_add(p, lantern_blob, sizeof lantern_blob, LANTERN_FAMILY);
    need(pelt_mask_set(upper_body, sizeof upper_body, fox, PERFORMER_JOINT_SPINE, 255), "mask");
    need(pelt_mask_set(upper_body, sizeof upper_body, fox, PERFORMER_JOINT_SHOULDER_L, 0), "mask");
    face[PERFORMER_JOINT_COUNT + PERFORMER_MESH_FOX] = 255;
    p->frame_count = FRAMES;
}

/// Poses ////////////////////////////////////////////////////////////////////////////////////////

/* 0 before and after, ONE in between, Q16.16. */
static int32_t weight_in(const span *s, uint32_t frame)
{
    if (frame < s->begins || frame >= s->over)
        return 0;
    if (frame < s->there)
        return ONE * (int32_t)(frame - s->begins) / (int32_t)(s->there - s->begins);
    return frame < s->ends ? ONE : ONE * (int32_t)(s->over - frame) / (int32_t)(s->over - s->ends);
}

/* Blends into the pose a clip that began at frame 0 and repeats. */
static void add_layer(actor *fox, uint32_t clip, uint32_t frame, int32_t weight,
                      const uint8_t *mask)
{
    pelt_player clock;
    if (weight == 0)
        return;
    need(pelt_player_start(&clock, &fox->model, clip, 1000, 0, PELT_LOOP), "player");
    need(pelt_player_update(&clock, frame * PERFORMANCE_FRAME_MS), "player");
    need(pelt_pose_sample_q16(&fox->other, clip, clock.time), "sample");
    need(pelt_pose_blend_q16(&fox->pose, &fox->other, weight, mask), "blend");
}

/* Places the lantern at the left hand, upright whatever the arm does. */
static void hold(actor *fox)
{
    static const pelt_limb_q16 arm = {.joint = PERFORMER_JOINT_HAND_L,
                                      .flags = PELT_LIMB_POLE,
                                      .pole = {LENGTH(600), LENGTH(400), LENGTH(-400)},
                                      .softness = ONE / 16};
    static const int32_t at[3] = {LENGTH(370), LENGTH(660), LENGTH(200)};
    static const int32_t upright[4] = {0, 0, 0, 1 << 30};
    need(pelt_pose_reach_q16(&fox->pose, &fox->joints, NULL, &arm, at, ONE), "reach");
    need(pelt_pose_rotate_q16(&fox->pose, PERFORMER_JOINT_HAND_L, upright, PELT_ROTATE_MODEL),
         "rotate");
    need(pelt_joints_rebuild_q16(&fox->joints, &fox->pose, PERFORMER_JOINT_HAND_L), "joints");
}

/* Turns neck and head towards the camera, which circles the model, as far as they can turn. */
static void look(actor *fox, uint32_t yaw, int32_t weight)
{
    const pelt_aim_q16 aim = {.joint = PERFORMER_JOINT_HEAD,
                              .count = 2,
                              .axis = {0, 0, ONE},
                              .limit = weight * 5461}; /* up to a 12th of a turn each */
    const int32_t far = LENGTH(4000) >> 14;
    const int32_t place[3] = {-far * pelt_sine_get(yaw), LENGTH(1600),
                              far * pelt_sine_get(yaw + PELT_TURN / 4)};
    need(pelt_pose_aim_q16(&fox->pose, &fox->joints, NULL, &aim, place, ONE), "aim");
}

/* The camera circles the fox once as it walks, then swings by a twelfth of a turn to both sides. */
void cast_shot(shot *s, const performance *p, uint32_t frame)
{
    (void)p;
    s->moment.clip = PERFORMER_CLIP_WALK;
    s->moment.time = (pelt_time)frame;
    s->yaw = (uint32_t)(frame < standing.begins
                            ? pelt_sine_get(frame * (PELT_TURN / 4) / standing.begins) * 4
                            : pelt_sine_get((frame - standing.begins) * PELT_TURN /
                                            (FRAMES - standing.begins)) /
                                  3);
}

static void pose_frame(performance *p, const shot *s, bool is_cut)
{
    const actor_moment swing = {.elapsed_ms = is_cut ? 0u : PERFORMANCE_FRAME_MS};
    actor *fox = &p->actors[0], *lantern = &p->actors[1];
    const uint32_t frame = (uint32_t)s->moment.time;
    memset(p->costs, 0, sizeof p->costs);
    uint32_t start = board_counter();

    need(pelt_pose_set_q16(&fox->pose, PELT_REST_POSE), "rest");
    add_layer(fox, PERFORMER_CLIP_WALK, frame, ONE, NULL);
    start = renderer_spent(p->costs, COST_SAMPLE, start);
    add_layer(fox, PERFORMER_CLIP_IDLE, frame, weight_in(&standing, frame), NULL);
    add_layer(fox, PERFORMER_CLIP_WAVE, frame - waving.begins, weight_in(&waving, frame),
              upper_body);
    add_layer(fox, PERFORMER_CLIP_FACE, frame - FACE_FRAME, frame < FACE_FRAME ? 0 : ONE, face);
    start = renderer_spent(p->costs, COST_MIX, start);
    actor_joints(fox);
    start = renderer_spent(p->costs, COST_JOINTS, start);
    hold(fox);
    look(fox, s->yaw, weight_in(&looking, frame));
    actor_swing(fox, &swing);
    start = renderer_spent(p->costs, COST_MIX, start);
    actor_joints(lantern);
    need(pelt_joints_hang_q16(&lantern->joints, &fox->joints, PERFORMER_JOINT_HAND_L), "hang");
    start = renderer_spent(p->costs, COST_JOINTS, start);
    need(pelt_palette_build_q16(&fox->palettes[0], &fox->joints), "palette");
    actor_palettes(lantern);
    start = renderer_spent(p->costs, COST_PALETTE, start);
    need(pelt_morph_build_q16(&fox->morphs[0], fox->pose.weights, fox->model.target_count, 0, 0,
                              PERFORMER_MESH_FOX_VERTICES),
         "morph");
    (void)renderer_spent(p->costs, COST_SKIN, start);
}

void cast_pose(performance *p, const shot *s)
{
    static uint32_t next; /* the frame that follows the last one without a cut */
    const uint32_t frame = (uint32_t)s->moment.time;
    shot before;

    for (uint32_t i = FRAMES - SWINGS_IN; frame == 0u && i < FRAMES; i++) {
        cast_shot(&before, p, i);
        pose_frame(p, &before, i == FRAMES - SWINGS_IN);
    }
    pose_frame(p, s, frame != 0u && frame != next);
    next = frame + 1u;
}
