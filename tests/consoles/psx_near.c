/* SPDX-License-Identifier: MIT */
/* Draws the demo's character with a camera that comes so near that triangles cross the nearest plane and reach
 * far beside the screen (pelt/psx.h), for tests/host/test_psx_list.c, which reads this memory. */
#include <string.h>

#include "hero_q16.h"
#include "need.h"
#include "pelt/psx.h"
#include "src/blob/format.h"

#define PICTURES 96
#define VERTICES 800u /* at least those of the model */
#define NEAR 4        /* so small that the table's places begin before the first one */

static uint64_t memory[HERO_Q16_ARENA_BYTES / 8u], packets[1u << 15];
static const uint8_t shadow[3] = {60, 80, 60};
static const int16_t corners[4][2] = {{-3000, -3000}, {3000, -3000}, {-3000, 3000}, {3000, 3000}};
static pelt_psx_list list;
static pelt_psx_body body;
static pelt_psx_space space;
static pelt_character_q16 hero;
static const pelt_palette_q16 *palette;
static uint32_t ground[2][6];

static void expect(bool is_right, const char *what)
{
    if (!is_right) {
        board_put_line("FAIL", what);
        board_exit(1);
    }
}

/* Triangles with a texture in a mesh without normals have their corners' colours where they are cut, too. What
 * is before the camera is bright and what is behind it dark, so pieces, which end at the nearest plane, are
 * bright. */
static void cut_textured(const pelt_model *model)
{
    const uint32_t *piece;
    uint32_t pieces = 0;
    need(pelt_psx_body_open(&body, model, PELT_DRAW_TWO_SIDED, NULL, &space, packets,
                            sizeof packets),
         "textured body");
    need(pelt_camera_frame(&body.cam, &pelt_box_nothing, 320, 240), "camera");
    body.cam.distance = 1000;
    body.cam.near_plane = 400;
    for (uint32_t i = 0; i < pelt_vertices_count(model); i++) {
        const pelt_psx_vertex before = {(i * 37u % 240u) << 16 | i * 53u % 320u, 0x808080u, 800, 0};
        const pelt_psx_vertex behind = {before.xy, 0, PELT_PSX_OUTSIDE | (-16800 & 0xffff), 0};
        body.vertices[i] = i % 3u == 0u ? behind : before;
    }
    need(pelt_psx_list_begin(&list, 0, 320, 240), "picture");
    need(pelt_psx_body_draw(&body, &list), "body");
    for (piece = body.pieces[list.index]; pieces < PELT_PSX_PIECES && piece[0] != 0u; pieces++) {
        for (uint32_t i = 2; i < 11u; i += 3u)
            expect((piece[i] & 255u) > 100u, "a piece has a colour from behind the camera");
        piece += 11;
    }
    board_put_number("pieces", pieces);
    expect(pieces != 0u, "no textured triangle is cut");
}

/* A section as one of textures, of which there are too many to be right: the body must be refused. Then there is
 * one. */
static void damage_textures(void)
{
    static uint64_t copy[(sizeof hero_q16_blob + 7u) / 8u];
    memcpy(copy, hero_q16_blob, sizeof hero_q16_blob);
    format_header *const header = (format_header *)(void *)copy;
    format_section *section = (format_section *)(void *)(header + 1);
    pelt_model model;
    need(pelt_model_open(&model, copy, sizeof hero_q16_blob, HERO_Q16_FAMILY), "copy");
    while (section->tag != FORMAT_BOXES)
        section++;
    section->tag = FORMAT_TEXTURES;
    uint32_t *const count = (uint32_t *)(void *)((uint8_t *)copy + section->offset);
    *count = UINT32_MAX;
    expect(pelt_psx_body_open(&body, &model, 0, NULL, &space, packets, sizeof packets) ==
               PELT_E_CORRUPT,
           "damaged textures are taken");
    const format_texture one = {.texels = PELT_TEXELS_RGB565,
                                .flags = 5u * PELT_WRAP_CLAMP,
                                .width_bits = 3,
                                .height_bits = 3};
    *count = 1;
    memcpy(count + 1, &one, sizeof one);
    format_mesh *const mesh = (format_mesh *)(void *)((uint8_t *)copy + model.meshes);
    mesh->flags &= (uint16_t)~FORMAT_MESH_NORMALS;
    mesh->uvs = 0;
    ((format_material *)(void *)((uint8_t *)copy + model.materials))->texture = 1;
    cut_textured(&model);
}

/* By how much the colours of all vertices together change when the camera frames 64 times as much. */
static uint32_t find_change(const pelt_box_q16 *box)
{
    static uint8_t lit[VERTICES];
    uint32_t change = 0;
    for (int32_t times = 1; times <= 64; times += 63) {
        const pelt_box_q16 framed = {
            {box->min[0] * times, box->min[1] * times, box->min[2] * times},
            {box->max[0] * times, box->max[1] * times, box->max[2] * times}};
        need(pelt_camera_frame(&body.cam, &framed, 320, 240), "camera");
        need(pelt_psx_body_skin(&body, 0, palette, NULL), "skin");
        change = 0;
        for (uint32_t i = 0; i < VERTICES && i < pelt_vertices_count(hero.pose.model); i++) {
            const uint32_t red = body.vertices[i].colour & 255u;
            change += red > lit[i] ? red - lit[i] : lit[i] - red;
            lit[i] = (uint8_t)red;
        }
    }
    return change;
}

/* A program may change its light where it is. */
static void change_light(void)
{
    static pelt_light own;
    own = pelt_light_from_left;
    body.cam.light = &own;
    need(pelt_psx_body_skin(&body, 0, palette, NULL), "skin");
    const uint32_t colour = body.vertices[0].colour;
    own.ambient[0] += 300u;
    need(pelt_psx_body_skin(&body, 0, palette, NULL), "skin");
    expect((body.vertices[0].colour & 255u) > (colour & 255u), "light that changes in place");
}

int main(void)
{
    pelt_box_q16 box;
    uint32_t drawn = 0, front[PELT_PSX_FRONT];
    board_put_line("board", BOARD_NAME); /* which opens the mailbox */
    need(pelt_psx_list_open(&list), "list");
    damage_textures();
    need(pelt_character_open_q16(&hero, hero_q16_blob, sizeof hero_q16_blob, HERO_Q16_FAMILY,
                                 memory, sizeof memory),
         "character");
    const pelt_model *const model = hero.pose.model;
    need(pelt_clip_box_get_q16(&box, model, 0, 0), "box");
    expect(pelt_psx_body_open(&body, model, 0, shadow, &space, (uint8_t *)packets + 2,
                              sizeof packets) == PELT_E_ALIGNMENT,
           "unaligned memory");
    expect(pelt_psx_body_open(&body, model, 0, shadow, &space, packets, 4096) == PELT_E_ARENA,
           "little memory");
    need(pelt_psx_body_open(&body, model, PELT_DRAW_TWO_SIDED, shadow, &space, packets,
                            sizeof packets),
         "body");
    need(pelt_pose_sample_q16(&hero.pose, 0, 0), "pose");
    need(pelt_character_palettes_get_q16(&palette, &hero), "palette");
    const uint32_t change = find_change(&box);
    board_put_number("change", change);
    expect(change < 2u * VERTICES, "a small character has another light");
    change_light();
    for (uint32_t i = 0; i < PICTURES; i++) {
        uint32_t *const w = ground[i % 2u];
        need(pelt_camera_frame(&body.cam, &box, 320, 240), "camera");
        need(pelt_camera_turn(&body.cam, i * (PELT_TURN / 32u), 1900), "camera");
        body.cam.distance = body.cam.distance * (int32_t)(PICTURES - i) / (int32_t)PICTURES / 5;
        body.cam.near_plane = NEAR;
        need(pelt_psx_body_skin(&body, 0, palette, NULL), "skin");
        need(pelt_psx_list_begin(&list, i % 2u * 256u, 320, 240), "picture");
        need(pelt_psx_ground_project(w + 2, &body.cam, corners[0], 4), "ground");
        w[0] = PELT_PSX_TAG(5);
        w[1] = 0x28408000u | i; /* four corners of one colour, which tells the picture's number */
        need(pelt_psx_list_add(&list, w, w, PELT_PSX_BACK + 5u), "ground");
        memcpy(front, list.tables[list.index], sizeof front);
        need(pelt_psx_body_draw(&body, &list), "body");
        expect(memcmp(front, list.tables[list.index], sizeof front) == 0,
               "places of the program's");
        drawn += body.drawn;
        pelt_psx_list_wait();
        need(pelt_psx_list_start(&list), "picture");
    }
    board_put_number("drawn", drawn);
    board_puts("PASS near\n");
    return 0;
}
