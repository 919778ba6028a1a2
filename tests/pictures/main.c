/* SPDX-License-Identifier: MIT */
/* Draws textured characters beside pelt's results: above each as its texture shows it, pixel by
 * pixel, below it as a device draws it, with the texture that `bake` chooses, and last with vertex
 * colours.
 *
 *   characters FOLDER FOX.glb OUT.png     the characters go to FOLDER/NAME.glb */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bake/baking.h"
#include "characters.h"
#include "contract/contract.h"
#include "gltf/gltf.h"
#include "picture/picture.h"
#include "play/play.h"
#include "pelt/draw.h"
#include "scene/eval.h"
#include "scene/texture.h"

#define WIDTH 176
#define HEIGHT 208
#define UNITS 2097152.0 /* largest coordinate handed to the camera, 2^21 */
#define YAW 5461u       /* 30 degrees, in 1/65536 turns */
#define PITCH 1500u
#define PAPER PELT_RGB565(232, 234, 240)

typedef struct studio {
    scene s;
    eval_pose pose;
    pelt_camera cam;
    double centre[3], scale;
    pelt_band band;
} studio;

static void fail(const char *what, const diag *d)
{
    fprintf(stderr, "characters: %s: %s\n", what, d->message);
    exit(1);
}

static void to_words(int32_t words[6], const studio *in, const double position[3],
                     const double normal[3])
{
    for (int c = 0; c < 3; c++) {
        words[c] = (int32_t)lrint((position[c] - in->centre[c]) * in->scale);
        words[3 + c] = (int32_t)lrint(normal[c] * 65536);
    }
}

/// Vertices of an instance ////////////////////////////////////////////////////////////////////////

typedef struct posed {
    const scene_primitive *primitive;
    double (*positions)[3], (*normals)[3];
} posed;

static posed pose_instance(const studio *in, uint32_t index)
{
    const scene_instance *instance = &in->s.instances[index];
    posed out = {.primitive = scene_instance_primitive(&in->s, instance)};
    out.positions = diag_calloc(out.primitive->vertex_count, sizeof *out.positions);
    out.normals = diag_calloc(out.primitive->vertex_count, sizeof *out.normals);
    eval_instance(out.positions, out.normals, NULL, &in->s, &in->pose, instance,
                  EVAL_UNIT_WEIGHTS | EVAL_UNIT_ROTATIONS);
    return out;
}

static void posed_free(posed *p)
{
    free(p->positions);
    free(p->normals);
}

/* Places the camera for both pictures. */
static void place_camera(studio *in)
{
    double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30}, reach = 0;
    pelt_extent covered;
    pelt_box_q16 box;
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1) {
            for (int c = 0; c < 3; c++) {
                in->centre[c] = (low[c] + high[c]) / 2;
                reach = fmax(reach, high[c] - low[c]);
            }
            in->scale = UNITS / reach;
            for (int c = 0; c < 3; c++) {
                box.max[c] = (int32_t)lrint((high[c] - in->centre[c]) * in->scale);
                box.min[c] = -box.max[c];
            }
            pelt_camera_frame(&in->cam, &box, WIDTH, HEIGHT);
            pelt_camera_turn(&in->cam, YAW, PITCH);
            pelt_extent_clear(&covered);
        }
        for (uint32_t i = 0; i < in->s.instance_count; i++) {
            posed p = pose_instance(in, i);
            for (uint32_t v = 0; v < p.primitive->vertex_count; v++) {
                int32_t words[6];
                for (int c = 0; c < 3; c++) {
                    low[c] = fmin(low[c], p.positions[v][c]);
                    high[c] = fmax(high[c], p.positions[v][c]);
                }
                to_words(words, in, p.positions[v], p.normals[v]);
                if (pass == 1)
                    pelt_extent_add(&covered, &in->cam, words);
            }
            posed_free(&p);
        }
    }
    pelt_camera_fit(&in->cam, &covered, WIDTH, HEIGHT);
}

/// As the texture shows it ////////////////////////////////////////////////////////////////////////

#define PARTS 48 /* along a triangle's edge, so that each is less than a pixel */

/* The corner of a small triangle, with the texture's colour there. */
static pelt_draw_vertex corner_at(const studio *in, const posed *p, const texture_light *light,
                                  const uint32_t corners[3], int i, int k)
{
    const double weights[3] = {1 - (double)(i + k) / PARTS, (double)i / PARTS, (double)k / PARTS};
    const scene_material *material = p->primitive->material;
    double position[3] = {0, 0, 0}, normal[3] = {0, 0, 0}, uv[2] = {0, 0}, place[2], colour[4];
    for (int n = 0; n < 3; n++) {
        for (int c = 0; c < 3; c++) {
            position[c] += weights[n] * p->positions[corners[n]][c];
            normal[c] += weights[n] * p->normals[corners[n]][c];
        }
        for (int c = 0; c < 2; c++)
            uv[c] += weights[n] * p->primitive->texture_uvs[corners[n]][c];
    }
    vec3_normalise(normal);
    texture_place(place, material, uv);
    texture_sample(colour, material, light, place);
    int32_t words[6];
    uint8_t rgb[3];
    pelt_draw_vertex out;
    for (int c = 0; c < 3; c++)
        rgb[c] = (uint8_t)lrint(255 * fmin(colour[c] * material->base_colour[c], 1));
    to_words(words, in, position, normal);
    pelt_camera_project(&out, &in->cam, words, words + 3, rgb);
    return out;
}

static void draw_source(const studio *in)
{
    texture_light light;
    texture_light_make(&light);
    pelt_band_clear(&in->band);
    for (uint32_t n = 0; n < in->s.instance_count; n++) {
        posed p = pose_instance(in, n);
        for (uint32_t t = 0; t + 2 < p.primitive->index_count; t += 3) {
            static pelt_draw_vertex grid[PARTS + 1][PARTS + 1];
            const uint32_t *corners = p.primitive->indices + t;
            for (int i = 0; i <= PARTS; i++)
                for (int k = 0; i + k <= PARTS; k++)
                    grid[i][k] = corner_at(in, &p, &light, corners, i, k);
            for (int i = 0; i < PARTS; i++)
                for (int k = 0; i + k < PARTS; k++) {
                    pelt_triangle_draw(&in->band, &grid[i][k], &grid[i + 1][k], &grid[i][k + 1], 0);
                    if (i + k + 1 < PARTS)
                        pelt_triangle_draw(&in->band, &grid[i + 1][k], &grid[i + 1][k + 1],
                                           &grid[i][k + 1], 0);
                }
        }
        posed_free(&p);
    }
}

/// As a device draws it ///////////////////////////////////////////////////////////////////////////

static void draw_baked(const studio *in, uint32_t texture_side)
{
    const bake_options options = {
        .encoding = PELT_EXACT, .file = "character", .texture_side = texture_side};
    bake_result baked = {0};
    diag d = {0};
    play p;
    if (!contract_bake(&baked, &in->s, &options, &d) ||
        !play_open(&p, baked.blob, baked.bytes, &d) || !play_pose(&p, PLAY_REST, 0, &d))
        fail("bake", &d);
    const uint32_t count = pelt_vertices_count(&p.model);
    pelt_body picture = {.model = &p.model, .cam = in->cam};
    picture.vertices = diag_calloc(count, sizeof *picture.vertices);
    double(*positions)[3] = diag_calloc(count, sizeof *positions);
    double(*normals)[3] = diag_calloc(count, sizeof *normals);
    for (uint32_t m = 0; m < p.model.mesh_count; m++) {
        pelt_mesh_info info;
        pelt_mesh_get(&info, &p.model, m);
        if (!play_mesh(&p, m, positions, normals, &d))
            fail("play", &d);
        for (uint32_t v = 0; v < info.vertex_count; v++) {
            pelt_vertex_q16 fixed;
            int32_t words[6];
            to_words(words, in, positions[v], normals[v]);
            memcpy(&fixed, words, sizeof fixed);
            pelt_body_project(&picture, m, &fixed, v, 1);
        }
    }
    pelt_band_clear(&in->band);
    pelt_body_draw(&picture, &in->band);
    printf("%u vertices, %zu bytes, %zu of them textures\n", count, baked.bytes,
           baked.stats.colour.texture_bytes);
    free(picture.vertices);
    free(positions);
    free(normals);
    play_close(&p);
    bake_result_free(&baked);
}

/// All ////////////////////////////////////////////////////////////////////////////////////////////

static void save(const character *c, const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.glb", folder, c->name);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(c->glb, 1, c->bytes, file) != c->bytes || fclose(file) != 0) {
        fprintf(stderr, "characters: %s cannot be written\n", path);
        exit(1);
    }
}

static void copy(picture_strip *sheet, const uint16_t *from, uint32_t column, uint32_t row)
{
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++)
            sheet->pixels[(row * HEIGHT + y) * sheet->width + column * WIDTH + x] =
                from[y * WIDTH + x];
}

int main(int argc, char **argv)
{
    static uint16_t pixels[WIDTH * HEIGHT], depths[WIDTH * HEIGHT];
    picture_strip sheet;
    diag d = {0};
    if (argc != 4) {
        fputs("usage: characters FOLDER FOX.glb OUT.png\n", stderr);
        return 2;
    }
    picture_alloc(&sheet, CHARACTER_COUNT * WIDTH, 3 * HEIGHT, 1);
    for (uint32_t i = 0; i < CHARACTER_COUNT; i++) {
        character c = character_make(i, argv[2]);
        studio in = {.band = {pixels, depths, WIDTH, 0, HEIGHT, 0}};
        save(&c, argv[1]);
        if (!gltf_load_memory(&in.s, &d, c.glb, c.bytes, NULL, NULL))
            fail(c.name, &d);
        eval_pose_init(&in.pose, &in.s);
        place_camera(&in);
        for (uint32_t row = 0; row < 3; row++) {
            for (uint32_t k = 0; k < WIDTH * HEIGHT; k++)
                pixels[k] = PAPER;
            if (row == 0) {
                draw_source(&in);
            } else {
                printf("%s: ", c.name);
                draw_baked(&in, row == 1 ? BAKE_AUTO : 0);
            }
            copy(&sheet, pixels, i, row);
        }
        eval_pose_free(&in.pose);
        scene_free(&in.s);
        free(c.glb);
    }
    const bool ok = picture_write_png(argv[3], &sheet, 0, 1, &d);
    if (!ok)
        fail(argv[3], &d);
    picture_free(&sheet);
    return 0;
}
