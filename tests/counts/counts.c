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

static void need(pelt_status status)
{
    if (status == PELT_OK)
        return;
    board_put_line("FAIL counts:", pelt_status_describe(status));
    board_exit(1);
}

static void expect(bool holds, const char *what)
{
    if (!holds) {
        board_put_line("too many:", what);
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

/* Returns the mean cost of sampling at STEPS times, in order or scattered over the clip. */
static uint32_t count_samples(pelt_pose_q16 *pose, const pelt_model *model, uint32_t clip,
                              bool scattered)
{
    pelt_clip_info info;
    uint32_t total = 0;
    need(pelt_clip_get(&info, model, clip));
    const uint32_t step = (uint32_t)(info.end - info.start) / STEPS;
    for (uint32_t i = 0; i < STEPS; i++) {
        const uint32_t at = scattered ? i * 37u % STEPS : i; /* 37 and 64 have no common factor */
        const pelt_time time = info.start + (pelt_time)(at * step + step / 3u);
        const uint32_t start = board_counter();
        const pelt_status status = pelt_pose_sample_q16(pose, clip, time);
        total += board_instructions(start, board_counter());
        need(status);
    }
    return total / STEPS;
}

/* Counts frames of 33 ms of a loop at one and a half times its speed, and a step of ten seconds. */
static void count_player(const pelt_model *model, uint32_t clip)
{
    pelt_player player;
    uint32_t ms = 0, total = 0, start;
    need(pelt_player_start(&player, model, clip, 1000, ms, PELT_LOOP));
    player.speed = 98304;
    for (uint32_t i = 0; i < STEPS; i++) {
        start = board_counter();
        pelt_player_update(&player, ms += 33);
        total += board_instructions(start, board_counter());
    }
    board_put_number("update_" UNIT, total / STEPS);
    expect(COUNTS_UPDATE_MAX == 0 || total <= COUNTS_UPDATE_MAX * STEPS, "an update");
    start = board_counter();
    const bool fired = pelt_player_event_get(&player, 0) != NULL;
    board_put_number("event_" UNIT, board_instructions(start, board_counter()));
    start = board_counter();
    pelt_player_update(&player, ms + 10000);
    board_put_number("long_update_" UNIT, board_instructions(start, board_counter()));
    expect(!fired, "events");
}

/* Sets the target of step i near a joint, where the hero's arm can reach it. */
static void place_target(int32_t target[3], const pelt_joints_q16 *joints, uint32_t joint,
                         uint32_t i)
{
    pelt_matrix_q16 at;
    need(pelt_joint_matrix_get_q16(&at, joints, joint, 0));
    for (unsigned k = 0; k < 3u; k++)
        target[k] = at.m[4u * k + 3u] + (int32_t)(i * (k + 3u) * 2741u % 16384u) - 8192;
}

/* Options of an edit. */
enum { PLAIN, UP, OFFSET, MISS = 4, LIMIT = 8, HALF = 16, POLE = 32, NAMED = 64, SOFT = 128 };

/* Counts an aim of the head and a limb of the left hand: plain, with an option alone, with all. An
 * option alone adds at most 15 %. */
static void count_edits(pelt_pose_q16 *pose, pelt_joints_q16 *joints, uint32_t clip)
{
    static const struct edit {
        const char *name;
        bool is_aim;
        uint32_t options, most; /* instructions; 0: 15 % more than the last plain one */
    } edits[] = {
        {"aim_" UNIT, true, PLAIN, COUNTS_AIM_MAX},
        {"aim_up_" UNIT, true, UP, 0},
        {"aim_offset_" UNIT, true, OFFSET, 0},
        {"aim_miss_" UNIT, true, MISS, 0},
        {"aim_limit_" UNIT, true, LIMIT, 0},
        {"aim_weight_" UNIT, true, HALF, 0},
        {"whole_aim_" UNIT, true, UP | OFFSET | MISS | HALF, COUNTS_WHOLE_AIM_MAX},
        {"limb_" UNIT, false, POLE, COUNTS_LIMB_MAX},
        {"limb_named_" UNIT, false, POLE | NAMED, 0},
        {"limb_offset_" UNIT, false, POLE | OFFSET, 0},
        {"limb_soft_" UNIT, false, POLE | SOFT, 0},
        {"limb_miss_" UNIT, false, POLE | MISS, 0},
        {"limb_weight_" UNIT, false, POLE | HALF, 0},
        {"whole_limb_" UNIT, false, POLE | NAMED | OFFSET | SOFT | MISS | HALF,
         COUNTS_WHOLE_LIMB_MAX},
    };
    const pelt_model *model = pose->model;
    const uint32_t head = pelt_joint_find(model, "head"), hand = pelt_joint_find(model, "hand.L");
    pelt_clip_info info;
    pelt_joint_info above;
    pelt_miss_q16 miss;
    uint32_t plain = 0;
    need(pelt_clip_get(&info, model, clip));
    need(pelt_joint_get(&above, model, hand));
    for (const struct edit *e = edits; e < edits + sizeof edits / sizeof *edits; e++) {
        const uint32_t options = e->options;
        const int32_t weight = (options & HALF) != 0u ? 32768 : 65536;
        pelt_miss_q16 *const missed = (options & MISS) != 0u ? &miss : NULL;
        pelt_aim_q16 look = {.joint = head, .axis = {0, 0, 1}};
        pelt_limb_q16 arm = {.joint = hand, .pole = {0, 0, -1000000}};
        uint32_t total = 0;
        look.up[1] = (options & UP) != 0u;
        look.offset[1] = (options & OFFSET) != 0u ? 2000 : 0;
        look.limit = (options & LIMIT) != 0u ? PELT_HALF_TURN_Q16 / 4 : PELT_HALF_TURN_Q16;
        arm.flags = (options & POLE) != 0u ? PELT_LIMB_POLE : 0u;
        if ((options & NAMED) != 0u) {
            arm.flags |= PELT_LIMB_JOINTS;
            arm.middle = above.parent;
            arm.upper = above.parent - 1u;
        }
        arm.offset[0] = (options & OFFSET) != 0u ? 500 : 0;
        arm.softness = (options & SOFT) != 0u ? 65536 : 0;
        for (uint32_t i = 0; i < STEPS; i++) {
            int32_t target[3];
            need(pelt_pose_sample_q16(pose, clip, info.start + (pelt_time)i * 3000));
            need(pelt_joints_build_q16(joints, pose));
            place_target(target, joints, e->is_aim ? head : above.parent, i);
            const uint32_t start = board_counter();
            const pelt_status status =
                e->is_aim ? pelt_pose_aim_q16(pose, joints, missed, &look, target, weight)
                          : pelt_pose_reach_q16(pose, joints, missed, &arm, target, weight);
            total += board_instructions(start, board_counter());
            need(status);
        }
        board_put_number(e->name, total / STEPS);
        if (options == PLAIN || options == POLE)
            plain = total;
        expect(COUNTS_AIM_MAX == 0u ||
                   (e->most == 0u ? total / 115u <= plain / 100u : total <= e->most * STEPS),
               e->name);
    }
}

#define SOME 32u /* vertices at a time, as RAM is small */

/* Counts a frame of a character less what its stages take by themselves. */
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
    pelt_status status = pelt_clip_get(&info, pose->model, clip);
    need(pelt_character_open_q16(&character, hero_model_blob, sizeof hero_model_blob, &pelt_exact,
                                 own, sizeof own));
    need(pelt_palette_alloc_q16(&palette, pose->model, 0, arena));
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
    need(status);
    board_put_number("character_" UNIT, (whole - stages) / STEPS);
    expect(COUNTS_CHARACTER_MAX == 0 || whole - stages <= COUNTS_CHARACTER_MAX * STEPS,
           "a character");
}

/* Rounded up. */
static uint32_t up_to(uint32_t total, uint32_t count)
{
    return (total + count - 1u) / count;
}

/* Counts steps of the fox's tail and ears, with all that is built anew, per spring joint. */
static void count_springs(void)
{
    pelt_model model;
    pelt_arena arena;
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    pelt_springs_q16 springs;
    pelt_clip_info info;
    uint32_t total = 0;
    need(pelt_model_open(&model, swing_blob, sizeof swing_blob, &pelt_exact));
    need(pelt_arena_init(&arena, memory, sizeof memory));
    need(pelt_pose_alloc_q16(&pose, &model, &arena));
    need(pelt_joints_alloc_q16(&joints, &model, &arena));
    need(pelt_springs_alloc_q16(&springs, &model, 60, &arena));
    need(pelt_clip_get(&info, &model, 0));
    for (uint32_t i = 0; i <= STEPS; i++) {
        need(pelt_pose_sample_q16(&pose, 0, info.start + (pelt_time)i * 2184));
        need(pelt_joints_build_q16(&joints, &pose));
        const uint32_t start = board_counter();
        const pelt_status status = pelt_springs_update_q16(&springs, &pose, &joints, 1, 60);
        total += i == 0u ? 0u : board_instructions(start, board_counter());
        need(status);
    }
    if (springs.count == 0u)
        board_exit(1);
    board_put_number("spring_" UNIT "_per_joint", up_to(total, STEPS * springs.count));
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
    need(pelt_model_open_without_crc(&model, hero_model_blob, sizeof hero_model_blob, &pelt_exact));
    const uint32_t middle = board_counter();
    need(pelt_model_open(&model, hero_model_blob, sizeof hero_model_blob, &pelt_exact));
    const uint32_t opened = board_instructions(middle, board_counter());
    need(pelt_arena_init(&arena, memory, sizeof memory));
    need(pelt_pose_alloc_q16(&pose, &model, &arena));
    need(pelt_joints_alloc_q16(&joints, &model, &arena));
    const uint32_t per_byte = up_to(opened, model.blob_bytes);
    const uint32_t check = up_to(board_instructions(start, middle), model.blob_bytes);
    board_put_number("open_" UNIT "_per_byte", per_byte);
    board_put_number("open_without_crc_" UNIT "_per_byte", check);
    expect(COUNTS_OPEN_MAX == 0 || per_byte <= COUNTS_OPEN_MAX, "opening, per byte");
    expect(COUNTS_CHECK_MAX == 0 || check <= COUNTS_CHECK_MAX, "opening without CRC, per byte");

    /* walk: rotations LINEAR on most joints; the promise is for LINEAR. */
    const uint32_t walk = pelt_clip_find(&model, "walk");
    for (uint32_t clip = 0; clip < model.clip_count; clip++) {
        const uint32_t moving = animated_joints(&model, clip);
        const uint32_t forward = count_samples(&pose, &model, clip, false);
        const uint32_t seek = count_samples(&pose, &model, clip, true);
        pelt_clip_info info;
        if (moving == 0u)
            continue;
        need(pelt_clip_get(&info, &model, clip));
        board_print("%s animated_joints %u\n", info.name, moving);
        board_print("%s sample_" UNIT "_per_joint %u\n", info.name, up_to(forward, moving));
        board_print("%s seek_" UNIT "_per_joint %u\n", info.name, up_to(seek, moving));
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
