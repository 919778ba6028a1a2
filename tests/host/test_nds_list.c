/* SPDX-License-Identifier: MIT */
/* Reads lists of the Nintendo DS's geometry engine (pelt/nds.h) as the engine would, and compares the
 * triangles with those of the bodies: places to a sixteenth of a pixel, the order of depths, colours,
 * texels. A list that is written over the one of the picture before is the same as a new one, and a
 * damaged one is noticed.
 *
 *   test_nds_list FILE...      glTF files */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cmd/load.h"
#include "pelt/nds.h"
#include "play/play.h"
#include "src/draw/body.h"

enum { WIDTH = 256, HEIGHT = 192, WORDS = 1 << 19, TEXTURES = 16 };

static uint32_t words[2][WORDS];
static uint16_t texels[1 << 18], colours[1 << 15];

/* The engine's state while it reads, and the corners of the triangle that it is in. */
typedef struct engine {
    int32_t matrix[16];
    uint32_t colour, image, corner, triangles;
    int32_t u, v, place[3][2];
    uint32_t faces, drawn; /* bits 6 and 7 of the polygons: back, front; triangles of bodies */
    body_part part;        /* whose triangles come next; its index */
    uint32_t next, problems;
} engine;

static uint32_t parameters(uint32_t command)
{
    switch (command) {
    case 0x10:
    case 0x20:
    case 0x22:
    case 0x29:
    case 0x2a:
    case 0x2b:
    case 0x40: return 1;
    case 0x16: return 16;
    case 0x23: return 2;
    default: return UINT32_MAX;
    }
}

/* The brightness of a facet by the normal of its plane, in pixels and, of depth, as many. */
static double facet(const pelt_camera *cam, const pelt_draw_vertex *const c[3])
{
    const double bx = c[1]->x - c[0]->x, by = c[1]->y - c[0]->y, bz = c[1]->depth - c[0]->depth;
    const double cx = c[2]->x - c[0]->x, cy = c[2]->y - c[0]->y, cz = c[2]->depth - c[0]->depth;
    const double area = bx * cy - cx * by, steep = 32768.0 * cam->near / cam->distance / cam->focal;
    const double x = (bz * cy - cz * by) / area / steep, y = (cz * bx - bz * cx) / area / steep;
    const int16_t *l = cam->light->direction;
    const double lit = (-l[0] * x + l[1] * y + l[2]) / 16384 / sqrt(x * x + y * y + 1);
    return area == 0 ? 1 : fmin((lit < -1 ? 64 : 160 + 96 * lit) / 256, 1);
}

static bool is_colour(uint32_t colour, const pelt_draw_vertex *v, double bright)
{
    const uint8_t channels[3] = {v->r, v->g, v->b};
    for (int i = 0; i < 3; i++)
        if (fabs((colour >> 5 * i & 31) + 0.5 - channels[i] * bright / 8) > (bright == 1 ? 0.5 : 1))
            return false;
    return true;
}

/* A corner: what the engine computes from it, and what it stands for. */
static void vertex(engine *e, uint32_t xy, uint32_t z)
{
    const double in[4] = {(int16_t)xy / 4096.0, (int16_t)(xy >> 16) / 4096.0, (int16_t)z / 4096.0,
                          1};
    const pelt_draw_vertex *corners[3];
    double out[4] = {0, 0, 0, 0};
    for (int i = 0; i < 16; i++)
        out[i % 4] += in[i / 4] * e->matrix[i] / 4096.0;
    if (e->next == e->part.triangle_count) {
        pelt_draw_next(&e->part);
        e->next = 0;
    }
    body_corners(corners, &e->part, e->next);
    const bool gone = (corners[0]->outside | corners[1]->outside | corners[2]->outside) != 0;
    const pelt_draw_vertex *at = corners[gone ? 0 : e->corner], *shaded = corners[e->corner];
    const double x = (out[0] / out[3] + 1) * WIDTH * 8, y = (1 - out[1] / out[3]) * HEIGHT * 8;
    const double depth = out[2] / out[3];
    e->problems += fabs(x - at->x) > 1 || fabs(y - at->y) > 1 || depth < -1 || depth > 1;
    e->problems +=
        e->part.shadow ? depth < 0.999 : fabs((1 - depth) * 16384 - shaded->depth - 12) > 24;
    const bool faceted = (e->part.flags & PELT_DRAW_FACETED) != 0 && e->part.texture.rows == NULL;
    e->problems += !is_colour(e->colour, faceted ? corners[0] : shaded,
                              faceted ? facet(&e->part.body->cam, corners) : 1);
    if (e->image != 0) {
        const pelt_texel_place place =
            body_place(&e->part.info, &e->part.texture, (uint32_t)(shaded - e->part.vertices));
        const int32_t wide = 128 << (e->image >> 20 & 7), tall = 128 << (e->image >> 23 & 7);
        e->problems += abs(e->u - place.u * wide / (int32_t)(16 * e->part.texture.width)) > 16 ||
                       abs(e->v - place.v * tall / (int32_t)(16 * e->part.texture.height)) > 16;
    }
    e->problems += (e->image != 0) != (e->part.texture.rows != NULL);
    e->place[e->corner][0] = (int16_t)xy;
    e->place[e->corner][1] = (int16_t)(xy >> 16);
    if (e->corner == 2 && !e->part.shadow) {
        const int32_t area = (e->place[1][0] - e->place[0][0]) * (e->place[2][1] - e->place[0][1]) -
                             (e->place[2][0] - e->place[0][0]) * (e->place[1][1] - e->place[0][1]);
        e->drawn += area != 0 && (e->faces >> (area < 0 ? 7 : 6) & 1) != 0;
    }
    e->corner = (e->corner + 1) % 3;
    e->next += e->corner == 0;
    e->triangles += e->corner == 0;
}

static void execute(engine *e, uint32_t command, const uint32_t *with)
{
    if (command == 0x16 && e->triangles == 0)
        memcpy(e->matrix, e->matrix[15] == 0 ? (const int32_t *)with : e->matrix, sizeof e->matrix);
    else if (command == 0x20)
        e->colour = with[0];
    else if (command == 0x22)
        e->u = (int16_t)with[0], e->v = (int16_t)(with[0] >> 16);
    else if (command == 0x23)
        vertex(e, with[0], with[1]);
    else if (command == 0x2a)
        e->image = with[0];
    else if (command == 0x29) {
        e->faces = with[0];
        e->problems += (with[0] >> 16 & 31) != 31 || (with[0] & 0xc0) == 0 || e->corner != 0;
    }
}

/* Returns the problems of a list; every command has to be known and to have its parameters. */
static uint32_t read_list(const pelt_nds_list *list, const pelt_body *body, uint32_t *triangles)
{
    engine e = {0};
    uint32_t at = 0;
    pelt_draw_first(&e.part, body);
    while (at < list->word_count) {
        uint32_t packed = list->words[at++];
        for (; packed != 0 && at <= list->word_count; packed >>= 8) {
            const uint32_t count = parameters(packed & 255);
            if (count > list->word_count - at)
                return 1;
            execute(&e, packed & 255, list->words + at);
            at += count;
        }
    }
    *triangles = e.triangles;
    return e.problems + (e.corner != 0) + (e.triangles != list->triangle_count) +
           (e.drawn != list->drawn_count);
}

static void place(pelt_body *body, play *p, int clip, pelt_time time)
{
    pelt_box_q16 box;
    pelt_mesh_info info;
    diag d = {0};
    static double positions[20000][3], normals[20000][3];
    pelt_box_clear_q16(&box);
    play_pose(p, clip, time, &d);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t m = 0; pelt_mesh_get(&info, &p->model, m) == PELT_OK; m++) {
            play_mesh(p, m, positions, normals, &d);
            for (uint32_t v = 0; v < info.vertex_count; v++) {
                pelt_vertex_q16 fixed;
                for (int c = 0; c < 3; c++) {
                    fixed.position[c] = (int32_t)lrint(positions[v][c] * 65536);
                    fixed.normal[c] = (int32_t)lrint(normals[v][c] * 65536);
                }
                if (pass == 0)
                    pelt_box_add_q16(&box, fixed.position);
                else
                    pelt_body_project(body, m, &fixed, v, 1);
            }
        }
        pelt_camera_frame(&body->cam, &box, WIDTH, HEIGHT);
        pelt_camera_turn(&body->cam, 5000, 1900);
    }
}

static void model(const char *path)
{
    load_options options = LOAD_OPTIONS;
    loaded_blob blob = {0};
    diag d = {0};
    play p;
    if (!check(load_blob(&blob, path, &options, &d) &&
                   play_open(&p, blob.bytes, blob.size_bytes, &d),
               "%s", path))
        return;
    const uint32_t count = pelt_vertices_count(&p.model);
    pelt_body body = {.model = &p.model,
                      .vertices = calloc(count, sizeof *body.vertices),
                      .shadows = calloc(count, sizeof *body.shadows)};
    pelt_nds_space space = {texels, colours, 1 << 18, 1 << 15, 0, 0};
    pelt_nds_texture textures[TEXTURES];
    pelt_nds_list list = {.words = words[0], .word_most = WORDS}, other = list;
    pelt_texture_info info;
    uint32_t texture_count = 0, triangles = 0;
    for (; pelt_texture_get(&info, &p.model, texture_count) == PELT_OK; texture_count++)
        check(pelt_nds_texture_export(&textures[texture_count], &space, &info) == PELT_OK, "%s",
              path);
    other.words = words[1];
    for (int i = 0; i < 3; i++) {
        place(&body, &p, p.model.clip_count != 0 ? 0 : PLAY_REST, PELT_MS(200 * i));
        check(pelt_nds_list_begin(&list, WIDTH, HEIGHT) == PELT_OK &&
                  pelt_nds_body_export(&list, &body, textures, texture_count) == PELT_OK,
              "%s: a list", path);
        const uint32_t problems = read_list(&list, &body, &triangles);
        check(problems == 0, "%s: %u problems", path, problems);
        other.word_count = 0;
        pelt_nds_list_begin(&other, WIDTH, HEIGHT);
        pelt_nds_body_export(&other, &body, textures, texture_count);
        check(other.word_count == list.word_count &&
                  memcmp(words[0], words[1], 4 * list.word_count) == 0,
              "%s: a list written over another one differs", path);
    }
    check(triangles == 2 * pelt_triangles_count(&p.model), "%s: %u triangles", path, triangles);
    static const uint32_t planted[] = {36, 41, 42, 43}; /* commands, a colour, a place */
    for (int i = 0; i < 4; i++) {
        words[0][planted[i]] ^= 0x4000;
        check(read_list(&list, &body, &triangles) != 0, "%s: damage in word %u is not noticed",
              path, planted[i]);
        words[0][planted[i]] ^= 0x4000;
    }
    list.word_most = list.word_count - 1;
    list.word_count = 0;
    pelt_nds_list_begin(&list, WIDTH, HEIGHT);
    check(pelt_nds_body_export(&list, &body, textures, texture_count) == PELT_E_ARENA,
          "%s: more words than there are", path);
    free(body.vertices);
    free(body.shadows);
    play_close(&p);
    free(blob.bytes);
}

int main(int argc, char **argv)
{
    diag_set_warnings(false);
    for (int i = 1; i < argc; i++)
        model(argv[i]);
    return check_end();
}
