/* SPDX-License-Identifier: MIT */
/* A fox walks on an ST7789. Each core skins half of the vertices and draws every second strip, which DMA
 * sends while core 0 skins on. Another display: change st7789.h. */
#include "backdrop.h"
#include "fox.h" /* pelt_bake() in CMakeLists.txt */
#include "pelt/draw.h"
#include "pico/multicore.h"
#include "pico/stdlib.h"
#include "st7789.h"

#define LINES 40
#define SOME 32u    /* vertices skinned at a time */
#define STEPS 32u   /* pictures of a walk, and of a turn */
#define PITCH 1900u /* looks down by 10 degrees */
#define SKIN 1000u  /* a message to core 1; smaller numbers are strips */

static uint64_t memory[FOX_ARENA_BYTES / 8];
static pelt_draw_vertex seen[FOX_VERTICES];
static uint32_t strips[PELT_PICTURE_BYTES(SIDE, SIDE, LINES, 2, FOX_TRIANGLES) / 4];
static pelt_character_q16 fox;
static pelt_picture picture;
static pelt_body body;
static backdrop behind;
static pelt_band drawn[2]; /* by each core */

/* Core 1 skins from the middle on; `space` is made to hold what is skinned, or NULL. */
static void skin(uint core, pelt_box_q16 *space)
{
    pelt_vertex_q16 some[SOME];
    const uint32_t half = FOX_VERTICES / 2u, end = core == 0u ? half : FOX_VERTICES;
    for (uint32_t first = core * half; first < end; first += SOME) {
        const uint32_t count = end - first < SOME ? end - first : SOME;
        pelt_character_skin_q16(&fox, FOX_MESH_FOX, some, first, count);
        pelt_body_project(&body, FOX_MESH_FOX, some, first, count);
        for (uint32_t i = 0; space != NULL && i < count; i++)
            pelt_box_add_q16(space, some[i].position);
    }
}

static void core1(void)
{
    for (;;) {
        const uint32_t word = multicore_fifo_pop_blocking();
        if (word == SKIN)
            skin(1, NULL);
        else
            pelt_picture_draw(&drawn[1], &picture, (int32_t)word, 1);
        multicore_fifo_push_blocking(word);
    }
}

int main(void)
{
    pelt_player player;
    pelt_box_q16 space = pelt_box_nothing; /* the camera sees the rest pose from every side */
    const pelt_palette_q16 *palettes;
    stdio_init_all();
    st7789_start();
    if (pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                sizeof memory) != PELT_OK ||
        pelt_picture_open(&picture, SIDE, SIDE, LINES, 2, strips, sizeof strips) != PELT_OK)
        panic("pelt");
    picture.background = backdrop_paint;
    picture.own = &behind;
    body.model = fox.pose.model;
    body.vertices = seen;
    skin(0, &space);
    skin(1, &space);
    pelt_camera_frame(&body.cam, &space, SIDE, SIDE);
    pelt_player_start(&player, body.model, FOX_CLIP_WALK, STEPS, 0, PELT_LOOP);
    multicore_launch_core1(core1);
    for (uint32_t step = 0;; step++) {
        pelt_player_update(&player, step);
        pelt_character_follow_q16(&fox, &player);
        pelt_character_palettes_get_q16(&palettes, &fox); /* before both cores need them */
        pelt_camera_turn(&body.cam, PELT_TURN / STEPS * step, PITCH);
        backdrop_place(&behind, &body.cam, SIDE);
        multicore_fifo_push_blocking(SKIN);
        skin(0, NULL);
        multicore_fifo_pop_blocking();
        pelt_picture_begin(&picture, &body);
        for (int32_t i = 0; i < picture.count; i += 2) { /* an even number of strips */
            st7789_wait();
            multicore_fifo_push_blocking((uint32_t)i + 1u);
            pelt_picture_draw(&drawn[0], &picture, i, 0);
            multicore_fifo_pop_blocking();
            st7789_send(&drawn[0]);
            st7789_send(&drawn[1]);
        }
    }
}
