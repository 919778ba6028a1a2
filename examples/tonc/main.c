/* SPDX-License-Identifier: MIT */
/* A fox of 500 vertices walks on a Game Boy Advance, by libtonc, in mode 3. A changes the clip, left and
 * right turn, B stops the time. */
#include <tonc.h>

#include "fox.h"
#include "pelt/draw.h"

#define LINES 8
#define SOME 24        /* vertices that are skinned at a time */
#define CLOCK_HZ 16384 /* of a timer at 2^24 / 1024 Hz */
#define PITCH 1900u

EWRAM_BSS static u64 memory[FOX_ARENA_BYTES / 8];
EWRAM_BSS static pelt_draw_vertex seen[FOX_VERTICES];
static u32 strips[PELT_PICTURE_BYTES(SCREEN_WIDTH, SCREEN_HEIGHT, LINES, 1, FOX_TRIANGLES) / 4];
static pelt_character_q16 fox;
static pelt_picture picture;
static pelt_body body;

/* The screen has red in the lowest bits. */
IWRAM_CODE __attribute__((target("arm"))) static void panel(void *user, int x, int y, int width,
                                                            int height, const void *pixels)
{
    const u16 *from = pixels;
    u16 *to = &vid_mem[y * SCREEN_WIDTH + x];
    for (int i = 0; i < width * height; i++) {
        const u32 c = from[i];
        to[i] = (u16)(c >> 11 | (c >> 1 & 0x3e0) | (c & 31) << 10);
    }
    (void)user;
}

IWRAM_CODE __attribute__((target("arm"))) static void background(const pelt_band *strip, void *own)
{
    for (int i = 0; i < strip->width * strip->line_count; i++)
        strip->colours[i] = PELT_RGB565(32, 40, 64);
    (void)own;
}

static void show(u32 yaw)
{
    pelt_vertex_q16 some[SOME];
    pelt_camera_turn(&body.cam, yaw, PITCH);
    for (u32 i = 0; i < FOX_VERTICES; i += SOME) {
        const u32 count = FOX_VERTICES - i < SOME ? FOX_VERTICES - i : SOME;
        pelt_character_skin_q16(&fox, FOX_MESH_FOX, some, i, count);
        pelt_body_project(&body, FOX_MESH_FOX, some, i, count);
    }
    pelt_picture_begin(&picture, &body);
    pelt_picture_show(&picture, panel, NULL);
}

int main(void)
{
    pelt_player player;
    pelt_box_q16 all, one;
    u32 clip = 0, clock = 0, yaw = 0;
    u16 then = 0;
    REG_WAITCNT = WS_STANDARD;
    REG_DISPCNT = DCNT_MODE3 | DCNT_BG2;
    REG_TM3CNT = TM_FREQ_1024 | TM_ENABLE;
    if (pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                sizeof memory) != PELT_OK ||
        pelt_picture_open(&picture, SCREEN_WIDTH, SCREEN_HEIGHT, LINES, 1, strips, sizeof strips) !=
            PELT_OK)
        return 1;
    picture.background = background;
    body.model = fox.pose.model;
    body.vertices = seen;
    all = pelt_box_nothing;
    for (u32 i = 0; i < FOX_CLIP_COUNT; i++) {
        pelt_clip_box_get_q16(&one, body.model, i, PELT_ALL_MESHES);
        pelt_box_add_q16(&all, one.min);
        pelt_box_add_q16(&all, one.max);
    }
    pelt_camera_frame(&body.cam, &all, SCREEN_WIDTH, SCREEN_HEIGHT);
    pelt_player_start(&player, body.model, clip, CLOCK_HZ, 0, PELT_LOOP);
    for (;;) {
        key_poll();
        const u16 now = REG_TM3D;
        clock += key_is_down(KEY_B) ? 0 : (u16)(now - then);
        then = now;
        yaw += (u32)key_tri_horz() * (PELT_TURN / 64);
        if (key_hit(KEY_A)) {
            clip = clip + 1 < FOX_CLIP_COUNT ? clip + 1 : 0;
            pelt_player_start(&player, body.model, clip, CLOCK_HZ, clock, PELT_LOOP);
        }
        pelt_player_update(&player, clock);
        pelt_character_follow_q16(&fox, &player);
        show(yaw);
    }
}
