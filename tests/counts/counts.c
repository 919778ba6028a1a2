/* SPDX-License-Identifier: MIT */
/* Counts exactly the instructions that the documentation promises, on the hero's clips: opening per
 * byte, with and without the CRC (for chips that compute it); sampling per animated joint, with a
 * random seek against a forward step; a player's update and its query for events of a clip without
 * any; and a character's frame apart from its stages. The limits come from the build
 * (COUNTS_SAMPLE_MAX ...; 0: no limit on this core). */
#include "board.h"
#include "hero_model.h"
#include "pelt/motion.h"
#include "pelt/springs.h"
#include "src/blob/stored.h"
#include "swing.h"
#include "text.h"

#ifdef BOARD_COUNTS_CYCLES
#define UNIT "cycles"
#else
#define UNIT "insn"
#endif

#define STEPS 64u

static uint64_t memory[(HERO_MODEL_STAGES_BYTES + 7) / 8];
static uint32_t failures;

static void line(const char *key, uint32_t value)
{
    board_puts(key);
    board_puts(" ");
    board_put_u32(value);
    board_puts("\n");
}

static void expect(bool holds, const char *what)
{
    if (!holds) {
        board_puts("too many: ");
        board_puts(what);
        board_puts("\n");
        failures++;
    }
}

/* Counts joints with at least one track; a clip's tracks of one joint need not be neighbours. */
static uint32_t animated_joints(const pelt_model *model, uint32_t clip)
{
    uint32_t count = 0;
    const format_clip *info = stored_clip(model, clip);
    for (uint32_t j = 0; j < model->joint_count; j++) {
        bool found = false;
        for (uint32_t i = 0; i < info->track_count; i++)
            found = found || stored_track(model, info->first_track + i)->joint == j;
        count += found ? 1u : 0u;
    }
    return count;
}

/* Average instructions of sampling at STEPS times, in order or scattered over the clip. */
static uint32_t count_samples(pelt_pose_q16 *pose, const pelt_model *model, uint32_t clip,
                              bool scattered)
{
    pelt_clip_info info;
    uint32_t total = 0;
    if (pelt_clip_get(&info, model, clip) != PELT_OK)
        board_exit(1);
    const uint32_t step = (uint32_t)(info.end - info.start) / STEPS;
    for (uint32_t i = 0; i < STEPS; i++) {
        const uint32_t at = scattered ? i * 37u % STEPS : i; /* 37 and 64 have no common factor */
        const pelt_time time = info.start + (pelt_time)(at * step + step / 3u);
        const uint32_t start = board_counter();
        const pelt_status status = pelt_pose_sample_q16(pose, clip, time);
        total += board_instructions(start, board_counter());
        if (status != PELT_OK)
            board_exit(1);
    }
    return total / STEPS;
}

/* Counts frames of 33 ms of a loop at one and a half times its speed, and a step of ten seconds. */
static void count_player(const pelt_model *model, uint32_t clip)
{
    pelt_player player;
    uint32_t ms = 0, total = 0, start;
    if (pelt_player_start(&player, model, clip, 1000, ms, PELT_LOOP) != PELT_OK)
        board_exit(1);
    player.speed = 98304;
    for (uint32_t i = 0; i < STEPS; i++) {
        start = board_counter();
        pelt_player_update(&player, ms += 33);
        total += board_instructions(start, board_counter());
    }
    line("update_" UNIT, total / STEPS);
    expect(COUNTS_UPDATE_MAX == 0 || total <= COUNTS_UPDATE_MAX * STEPS, "an update");
    start = board_counter();
    const bool fired = pelt_player_event_get(&player, 0) != NULL;
    line("event_" UNIT, board_instructions(start, board_counter()));
    start = board_counter();
    pelt_player_update(&player, ms + 10000);
    line("long_update_" UNIT, board_instructions(start, board_counter()));
    expect(!fired, "events");
}

/* Places around a joint that a hero's limb can reach. */
static void place_target(int32_t target[3], const pelt_joints_q16 *joints, uint32_t joint,
                         uint32_t i)
{
    pelt_matrix_q16 at;
    if (pelt_joint_matrix_get_q16(&at, joints, joint, 0) != PELT_OK)
        board_exit(1);
    for (unsigned k = 0; k < 3u; k++)
        target[k] = at.m[4u * k + 3u] + (int32_t)(i * (k + 3u) * 2741u % 16384u) - 8192;
}

/* Counts an aim of the head and a limb of the left hand, plain and with all their options. */
static void count_edits(pelt_pose_q16 *pose, pelt_joints_q16 *joints, uint32_t clip)
{
    static const char *const names[4] = {"aim_" UNIT, "whole_aim_" UNIT, "limb_" UNIT,
                                         "whole_limb_" UNIT};
    static const uint32_t limits[4] = {COUNTS_AIM_MAX, COUNTS_WHOLE_AIM_MAX, COUNTS_LIMB_MAX,
                                       COUNTS_WHOLE_LIMB_MAX};
    const pelt_model *model = pose->model;
    const pelt_aim_q16 look = {
        .joint = pelt_joint_find(model, "head"), .axis = {0, 0, 1}, .limit = PELT_HALF_TURN_Q16};
    const pelt_limb_q16 arm = {.joint = pelt_joint_find(model, "hand.L"),
                               .flags = PELT_LIMB_POLE,
                               .pole = {0, 0, -1000000}};
    pelt_clip_info info;
    pelt_joint_info hand;
    pelt_miss_q16 miss;
    pelt_aim_q16 whole_look = look;
    pelt_limb_q16 whole_arm = arm;
    if (pelt_clip_get(&info, model, clip) != PELT_OK ||
        pelt_joint_get(&hand, model, arm.joint) != PELT_OK)
        board_exit(1);
    whole_look.up[1] = 1;
    whole_look.offset[1] = 2000;
    whole_arm.flags |= PELT_LIMB_JOINTS;
    whole_arm.middle = hand.parent;
    whole_arm.upper = hand.parent - 1u;
    whole_arm.offset[0] = 500;
    whole_arm.softness = 8192;
    for (uint32_t k = 0; k < 4u; k++) {
        uint32_t total = 0;
        for (uint32_t i = 0; i < STEPS; i++) {
            int32_t target[3];
            pelt_status status = pelt_pose_sample_q16(pose, clip, info.start + (pelt_time)i * 3000);
            if (status == PELT_OK)
                status = pelt_joints_build_q16(joints, pose);
            place_target(target, joints, k < 2u ? look.joint : hand.parent, i);
            const uint32_t start = board_counter();
            if (status == PELT_OK && k < 2u)
                status = pelt_pose_aim_q16(pose, joints, k == 0u ? NULL : &miss,
                                           k == 0u ? &look : &whole_look, target,
                                           k == 0u ? 65536 : 32768);
            else if (status == PELT_OK)
                status = pelt_pose_reach_q16(pose, joints, k == 2u ? NULL : &miss,
                                             k == 2u ? &arm : &whole_arm, target,
                                             k == 2u ? 65536 : 32768);
            total += board_instructions(start, board_counter());
            if (status != PELT_OK)
                board_exit(1);
        }
        line(names[k], total / STEPS);
        expect(limits[k] == 0u || total <= limits[k] * STEPS, names[k]);
    }
}

#define SOME 32u /* vertices at a time, as RAM is small */

/* A frame of a character less what its stages take by themselves. */
static void count_character(pelt_pose_q16 *pose, pelt_joints_q16 *joints, pelt_arena *arena,
                            uint32_t clip)
{
    static uint64_t own[(HERO_MODEL_ARENA_BYTES + 7) / 8];
    static pelt_vertex_q16 vertices[SOME];
    const pelt_output_q16 out = {vertices->position, vertices->normal, sizeof *vertices, 0};
    pelt_character_q16 character;
    pelt_palette_q16 palette;
    pelt_clip_info info;
    uint32_t whole = 0, stages = 0;
    pelt_status status = pelt_character_open_q16(
        &character, hero_model_blob, sizeof hero_model_blob, &pelt_exact, own, sizeof own);
    if (status == PELT_OK)
        status = pelt_palette_alloc_q16(&palette, pose->model, 0, arena);
    if (status == PELT_OK)
        status = pelt_clip_get(&info, pose->model, clip);
    for (uint32_t i = 0; i <= STEPS && status == PELT_OK; i++) {
        uint32_t start = board_counter();
        status = pelt_character_play_q16(&character, clip, 12u * i, PELT_LOOP);
        if (status == PELT_OK)
            status = pelt_character_skin_q16(&character, PELT_ALL_MESHES, vertices, 0, SOME);
        whole += i == 0u ? 0u : board_instructions(start, board_counter());
        const pelt_time time = info.start + (pelt_time)(12u * i * 131072u / 125u);
        start = board_counter();
        if (status == PELT_OK)
            status = pelt_pose_sample_q16(pose, clip, time);
        if (status == PELT_OK)
            status = pelt_joints_build_q16(joints, pose);
        if (status == PELT_OK)
            status = pelt_palette_build_q16(&palette, joints);
        if (status == PELT_OK)
            status = pelt_mesh_skin_q16(&out, 0, &palette, NULL, 0, SOME);
        stages += i == 0u ? 0u : board_instructions(start, board_counter());
    }
    if (status != PELT_OK)
        board_exit(1);
    line("character_" UNIT, (whole - stages) / STEPS);
    expect(COUNTS_CHARACTER_MAX == 0 || whole - stages <= COUNTS_CHARACTER_MAX * STEPS,
           "a character");
}

/* Rounded up. */
static uint32_t up_to(uint32_t total, uint32_t count)
{
    return (total + count - 1u) / count;
}

/* Steps of the fox's tail and ears, with all that is built anew, per spring joint. */
static void count_springs(void)
{
    pelt_model model;
    pelt_arena arena;
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    pelt_springs_q16 springs;
    pelt_clip_info info;
    uint32_t total = 0;
    pelt_status status = pelt_model_open(&model, swing_blob, sizeof swing_blob, &pelt_exact);
    if (status == PELT_OK)
        status = pelt_arena_init(&arena, memory, sizeof memory);
    if (status == PELT_OK)
        status = pelt_pose_alloc_q16(&pose, &model, &arena);
    if (status == PELT_OK)
        status = pelt_joints_alloc_q16(&joints, &model, &arena);
    if (status == PELT_OK)
        status = pelt_springs_alloc_q16(&springs, &model, 60, &arena);
    if (status == PELT_OK)
        status = pelt_clip_get(&info, &model, 0);
    for (uint32_t i = 0; i <= STEPS && status == PELT_OK; i++) {
        status = pelt_pose_sample_q16(&pose, 0, info.start + (pelt_time)i * 2184);
        if (status == PELT_OK)
            status = pelt_joints_build_q16(&joints, &pose);
        const uint32_t start = board_counter();
        if (status == PELT_OK)
            status = pelt_springs_update_q16(&springs, &pose, &joints, 1, 60);
        total += i == 0u ? 0u : board_instructions(start, board_counter());
    }
    if (status != PELT_OK || springs.count == 0u)
        board_exit(1);
    line("spring_" UNIT "_per_joint", up_to(total, STEPS * springs.count));
    expect(COUNTS_SPRING_MAX == 0 || total <= COUNTS_SPRING_MAX * STEPS * springs.count,
           "a spring");
}

int main(void)
{
    pelt_model model;
    pelt_arena arena;
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    board_counter_init();

    const uint32_t start = board_counter();
    pelt_status status =
        pelt_model_open_without_crc(&model, hero_model_blob, sizeof hero_model_blob, &pelt_exact);
    const uint32_t middle = board_counter();
    if (status == PELT_OK)
        status = pelt_model_open(&model, hero_model_blob, sizeof hero_model_blob, &pelt_exact);
    const uint32_t opened = board_instructions(middle, board_counter());
    if (status == PELT_OK)
        status = pelt_arena_init(&arena, memory, sizeof memory);
    if (status == PELT_OK)
        status = pelt_pose_alloc_q16(&pose, &model, &arena);
    if (status == PELT_OK)
        status = pelt_joints_alloc_q16(&joints, &model, &arena);
    if (status != PELT_OK) {
        board_puts(pelt_status_describe(status));
        board_puts("\nFAIL counts\n");
        return 1;
    }
    const uint32_t per_byte = up_to(opened, model.blob_bytes);
    const uint32_t check = up_to(board_instructions(start, middle), model.blob_bytes);
    line("open_" UNIT "_per_byte", per_byte);
    line("open_without_crc_" UNIT "_per_byte", check);
    expect(COUNTS_OPEN_MAX == 0 || per_byte <= COUNTS_OPEN_MAX, "opening, per byte");
    expect(COUNTS_CHECK_MAX == 0 || check <= COUNTS_CHECK_MAX, "opening without CRC, per byte");

    /* walk: rotations LINEAR on most joints; the promise is for LINEAR. */
    const uint32_t walk = pelt_clip_find(&model, "walk");
    for (uint32_t clip = 0; clip < model.clip_count; clip++) {
        const uint32_t moving = animated_joints(&model, clip);
        const uint32_t forward = count_samples(&pose, &model, clip, false);
        const uint32_t seek = count_samples(&pose, &model, clip, true);
        pelt_clip_info info;
        if (moving == 0u || pelt_clip_get(&info, &model, clip) != PELT_OK)
            continue;
        board_puts(info.name);
        line(" animated_joints", moving);
        board_puts(info.name);
        line(" sample_" UNIT "_per_joint", (forward + moving - 1u) / moving);
        board_puts(info.name);
        line(" seek_" UNIT "_per_joint", (seek + moving - 1u) / moving);
        if (clip == walk)
            expect(COUNTS_SAMPLE_MAX == 0 || forward <= COUNTS_SAMPLE_MAX * moving, "sampling");
        expect(seek <= 2u * forward, "a random seek");
    }
    count_player(&model, walk);
    count_edits(&pose, &joints, walk);
    count_character(&pose, &joints, &arena, walk);
    count_springs();
    board_puts(failures == 0u ? "PASS counts\n" : "FAIL counts\n");
    return failures == 0u ? 0 : 1;
}
