/* SPDX-License-Identifier: MIT */
/* Draws on a display of 240 x 240 pixels without a framebuffer: the fox of 500 vertices walks in
 * strips of 8 lines, in 40 KB of RAM with its arena, its skinned vertices and the stack. */
#include "board.h"
#include "backdrop.h"
#include "draw.h"
#include "fox500.h"
#include "pelt/draw.h"
#include "text.h"

#define WIDTH 240
#define HEIGHT 240
#define LINES 8
#define FRAMES 4u

static uint64_t memory[FOX500_ARENA_BYTES / 8];
static pelt_character_q16 fox;
static pelt_vertex_q16 vertices[FOX500_VERTICES];
static pelt_draw_vertex seen[FOX500_VERTICES];
static uint32_t strip_memory[PELT_PICTURE_BYTES(WIDTH, HEIGHT, LINES, 1, FOX500_TRIANGLES) / 4];
static pelt_picture picture;
static pelt_body body;
static backdrop behind;
static uint32_t sent, changes; /* pixels */

/* Stands in for a display's function; docs/DRAWING.md has one for an ST7789. */
static void panel(void *user, int x, int y, int width, int height, const void *pixels)
{
    const uint16_t *rgb565 = (const uint16_t *)pixels;
    (void)user;
    expect(x == 0 && width == WIDTH && (uint32_t)y * WIDTH == sent % (WIDTH * HEIGHT), "panel");
    for (int i = 1; i < width * height; i++)
        changes += rgb565[i] != rgb565[i - 1];
    sent += (uint32_t)(width * height);
}

static void open_picture(void)
{
    pelt_box_q16 box = pelt_box_nothing;
    for (uint32_t i = 0; i < FOX500_VERTICES; i++)
        pelt_box_add_q16(&box, vertices[i].position);
    pelt_camera_frame(&body.cam, &box, WIDTH, HEIGHT);
    body.model = fox.pose.model;
    body.vertices = seen;
    expect(pelt_picture_open(&picture, WIDTH, HEIGHT, LINES, 1, strip_memory,
                             sizeof strip_memory) == PELT_OK,
           "strips");
    picture.background = backdrop_paint;
    picture.own = &behind;
}

/* All memory of the image except the unused stack; zeros on the host. */
static void put_memory(void)
{
    const uint32_t bytes = board_ram_used_bytes() - board_stack_bytes() + board_stack_used();
    board_print("arena %lu, vertices %lu and as seen %lu, strips %lu, stack %u, all RAM %u\n",
                (unsigned long)sizeof memory, (unsigned long)sizeof vertices,
                (unsigned long)sizeof seen, (unsigned long)sizeof strip_memory, board_stack_used(),
                bytes);
    expect(bytes <= 40960u, "more than 40 KB");
}

int main(void)
{
    expect(pelt_character_open_q16(&fox, fox500_blob, sizeof fox500_blob, FOX500_FAMILY, memory,
                                   sizeof memory) == PELT_OK,
           "open");
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        expect(pelt_character_play_q16(&fox, FOX500_CLIP_WALK, 250u * frame, PELT_LOOP) ==
                       PELT_OK &&
                   pelt_character_skin_q16(&fox, FOX500_MESH_FOX, vertices, 0, FOX500_VERTICES) ==
                       PELT_OK,
               "skin");
        if (frame == 0u)
            open_picture();
        pelt_camera_turn(&body.cam, frame * (PELT_TURN / 16), 1900u);
        pelt_body_project(&body, FOX500_MESH_FOX, vertices, 0, FOX500_VERTICES);
        backdrop_place(&behind, &body.cam, HEIGHT);
        pelt_picture_begin(&picture, &body);
        pelt_picture_show(&picture, panel, NULL);
    }
    expect(sent == FRAMES * WIDTH * HEIGHT && changes > sent / 10u, "an empty picture");
    put_memory();
    return pass("panel");
}
