/* SPDX-License-Identifier: MIT */
/* The pixels that pelt/draw.h draws of a moment of a clip, without any SDK: little-endian RGB565 on
 * stdout. The camera sees the character in all clips.
 *
 *   reference BLOB WIDTH HEIGHT CLIP MS YAW PITCH RGB565 */
#include <stdio.h>
#include <stdlib.h>

#include "pelt/draw.h"

enum { WIDTH, HEIGHT, CLIP, MS, YAW, PITCH, RGB565, NUMBERS }; /* the arguments behind BLOB */

static uint64_t blob[65536], memory[8192];
static uint16_t ground, pixels[PELT_PICTURE_MAX * PELT_PICTURE_MAX];
static uint32_t strips[PELT_PICTURE_MAX * 32];

static void need(pelt_status status)
{
    if (status == PELT_OK)
        return;
    fprintf(stderr, "reference: %s\n", pelt_status_describe(status));
    exit(1);
}

static void background(const pelt_band *strip, void *own)
{
    for (int32_t i = 0; i < strip->width * strip->line_count; i++)
        strip->colours[i] = ground;
    (void)own;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 + NUMBERS ? fopen(argv[1], "rb") : NULL;
    long given[NUMBERS];
    pelt_character_q16 fox;
    pelt_player player;
    pelt_picture picture;
    pelt_body body = {0};
    pelt_box_q16 all, one;
    pelt_mesh_info info;
    if (file == NULL) {
        fputs("usage: reference BLOB WIDTH HEIGHT CLIP MS YAW PITCH RGB565\n", stderr);
        return 2;
    }
    const size_t bytes = fread(blob, 1, sizeof blob, file);
    for (int i = 0; i < NUMBERS; i++)
        given[i] = strtol(argv[2 + i], NULL, 0);
    if (pelt_character_open_q16(&fox, blob, bytes, &pelt_exact_volume, memory, sizeof memory) !=
        PELT_OK)
        need(pelt_character_open_q16(&fox, blob, bytes, &pelt_lean_volume, memory, sizeof memory));
    need(pelt_player_start(&player, fox.pose.model, (uint32_t)given[CLIP], 1000, 0, PELT_LOOP));
    need(pelt_player_update(&player, (uint32_t)given[MS]));
    need(pelt_character_follow_q16(&fox, &player));
    need(pelt_picture_open(&picture, (int32_t)given[WIDTH], (int32_t)given[HEIGHT], 1, 1, strips,
                           sizeof strips));
    ground = (uint16_t)given[RGB565];
    picture.background = background;
    body.model = fox.pose.model;
    body.vertices = calloc(pelt_vertices_count(body.model), sizeof *body.vertices);
    all = pelt_box_nothing;
    for (uint32_t clip = 0; clip < body.model->clip_count; clip++) {
        need(pelt_clip_box_get_q16(&one, body.model, clip, PELT_ALL_MESHES));
        need(pelt_box_add_q16(&all, one.min));
        need(pelt_box_add_q16(&all, one.max));
    }
    need(pelt_camera_frame(&body.cam, &all, picture.width, picture.height));
    need(pelt_camera_turn(&body.cam, (uint32_t)given[YAW], (uint32_t)given[PITCH]));
    for (uint32_t mesh = 0; pelt_mesh_get(&info, body.model, mesh) == PELT_OK; mesh++)
        for (uint32_t i = 0; i < info.vertex_count; i++) {
            pelt_vertex_q16 vertex;
            need(pelt_character_skin_q16(&fox, mesh, &vertex, i, 1));
            need(pelt_body_project(&body, mesh, &vertex, i, 1));
        }
    need(pelt_picture_begin(&picture, &body));
    need(pelt_picture_store(&picture, pixels, 2u * (size_t)picture.width));
    free(body.vertices);
    const size_t lines = (size_t)picture.height;
    return fwrite(pixels, 2u * (size_t)picture.width, lines, stdout) != lines;
}
