/* SPDX-License-Identifier: MIT */
/* Draws with 16 KB of RAM: the fox of 799 vertices walks on a display of 128 x 64 in black and
 * white, through a buffer of 64 vertices, in strips of 8 lines. There is no array of all vertices,
 * no framebuffer and no depth buffer of a whole picture. */
#include <string.h>

#include "board.h"
#include "draw.h"
#include "few.h"
#include "pelt/draw.h"
#include "text.h"

#define WIDTH 128
#define HEIGHT 64
#define LINES 8
#define PITCH 2200u /* 12 degrees down */
#define FRAMES 8u

typedef char window_fits[FEW_WINDOW == PELT_RING_VERTICES ? 1 : -1];

static uint64_t memory[FEW_ARENA_BYTES / 8];
static pelt_character_q16 fox;
static pelt_ring_group groups[PELT_RING_GROUPS(FEW_VERTICES)];
static pelt_draw_vertex few[PELT_RING_VERTICES];
static pelt_ring picture;
static uint16_t colours[LINES * WIDTH], depths[LINES * WIDTH];
static uint8_t bits[LINES * WIDTH / 8];

/* Stands in for the display: prints two lines in one. */
static void show(void)
{
    static const char shapes[4] = {' ', '\'', '.', ':'};
    char line[WIDTH + 2];
    for (uint32_t y = 0; y < LINES; y += 2u) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            const uint32_t at = y * WIDTH / 8u + x / 8u;
            const uint32_t upper = (uint32_t)bits[at] >> (7u - x % 8u) & 1u;
            const uint32_t lower = (uint32_t)bits[at + WIDTH / 8u] >> (7u - x % 8u) & 1u;
            line[x] = shapes[upper + 2u * lower];
        }
        line[WIDTH] = '\n';
        line[WIDTH + 1] = '\0';
        board_puts(line);
    }
}

static void add(void *own, const pelt_vertex_q16 *vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        pelt_box_add_q16((pelt_box_q16 *)own, vertices[i].position);
}

static void draw_picture(bool shown)
{
    pelt_band band = {colours, depths, WIDTH, 0, LINES, &picture.cam};
    pelt_ring_begin(&picture, WIDTH, HEIGHT, LINES);
    for (uint32_t i = 0; i < HEIGHT / LINES; i++, band.first_line += LINES) {
        memset(colours, 0, sizeof colours);
        pelt_band_clear(&band);
        pelt_ring_draw(&picture, i, &band);
        pelt_band_pack(bits, WIDTH / 8, &band, PELT_PIXELS_MONO);
        if (shown)
            show();
    }
}

/* Draws once more and prints the costs of the picture and the RAM of the program. */
static void draw_once(void)
{
    board_counter_init();
    const uint32_t start = board_counter();
    draw_picture(false);
    board_put_number("board: instructions of a picture:",
                     board_instructions(start, board_counter()));
    board_put_number("board: bytes of RAM:", board_ram_used_bytes());
    board_put_number("board: of them for the stack:", board_stack_bytes());
    board_put_number("board: of them used:", board_stack_used());
}

int main(void)
{
    pelt_box_q16 box = pelt_box_nothing;
    expect(pelt_character_open_q16(&fox, few_blob, sizeof few_blob, FEW_FAMILY, memory,
                                   sizeof memory) == PELT_OK,
           "open");
    expect(pelt_ring_open(&picture, &fox, groups, PELT_RING_GROUPS(FEW_VERTICES), few,
                          PELT_RING_VERTICES) == PELT_OK,
           "baked for no such ring");
    pelt_ring_visit(&picture, add, &box);
    pelt_camera_frame(&picture.cam, &box, WIDTH, HEIGHT);
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        expect(pelt_character_play_q16(&fox, FEW_CLIP_WALK, 125u * frame, PELT_LOOP) == PELT_OK,
               "play");
        pelt_camera_turn(&picture.cam, 8192u + 8192u * frame, PITCH);
        picture.skinned_count = 0;
        draw_picture(frame == 0u || frame + 1u == FRAMES);
        board_put_number("vertices skinned:", picture.skinned_count);
    }
    draw_once();
    return pass("window");
}
