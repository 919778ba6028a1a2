/* SPDX-License-Identifier: MIT */
/* Tests that pictures through a ring of 64 vertices (pelt_ring) are those drawn with
 * all vertices, to the pixel, and that models that were not baked for a ring are refused.
 *
 *   test_ring FILE...      glTF files, at least one of which needs more than the ring without
 *   --window */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "pelt/draw.h"
#include "replay.h"
#include "src/blob/stored.h"

static unsigned drawn_count; /* number of pictures that are not empty, as flat models turn */
static uint64_t skinned[2];  /* with 2 groups held, and with 7 */

enum { WIDTH = 100, HEIGHT = 76, LINES = 8 }; /* the last strip is half */

static void add(void *own, const pelt_vertex_q16 *vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        pelt_box_add_q16(own, vertices[i].position);
}

/* Skins all vertices at once and places them, as the ring may not. */
static bool place(pelt_body *body, pelt_character_q16 *character, uint32_t mesh, uint32_t count)
{
    FREED pelt_vertex_q16 *all = calloc(count + 1, sizeof *all);
    const bool ok = pelt_character_skin_q16(character, mesh, all, 0, count) == PELT_OK;
    pelt_body_project(body, mesh, all, 0, count);
    return ok;
}

static bool same_picture(pelt_ring *r, const pelt_body *body)
{
    static uint16_t pixels[2][2][LINES * WIDTH];
    bool ok = true, drawn = false;
    pelt_ring_begin(r, WIDTH, HEIGHT, LINES);
    for (int32_t first = 0; first < HEIGHT; first += LINES) {
        const int32_t lines = HEIGHT - first < LINES ? HEIGHT - first : LINES;
        for (int k = 0; k < 2; k++) {
            const pelt_band band = {pixels[k][0], pixels[k][1], WIDTH, first, lines, &body->cam};
            memset(pixels[k], 0, sizeof pixels[k]);
            pelt_band_clear(&band);
            if (k == 0)
                pelt_body_draw(body, &band);
            else
                pelt_ring_draw(r, (uint32_t)(first / LINES), &band);
        }
        ok = ok && memcmp(pixels[0], pixels[1], sizeof pixels[0]) == 0;
        for (int i = 0; i < LINES * WIDTH; i++)
            drawn = drawn || pixels[0][1][i] != 0;
    }
    drawn_count += drawn;
    return ok;
}

static bool same_pictures(pelt_ring *r, pelt_body *body, pelt_character_q16 *character)
{
    const pelt_model *model = character->pose.model;
    pelt_box_q16 box;
    bool ok = true;
    for (uint32_t turn = 0; turn < 5 && ok; turn++) {
        ok = model->clip_count == 0 ||
             pelt_character_play_q16(character, 0, 150 * turn, PELT_LOOP) == PELT_OK;
        box = pelt_box_nothing;
        pelt_ring_visit(r, add, &box);
        pelt_camera_frame(&r->cam, &box, WIDTH, HEIGHT);
        pelt_camera_turn(&r->cam, 9000 * turn, 2200);
        r->flags = body->flags = turn % 2 == 0 ? 0 : PELT_DRAW_TWO_SIDED;
        body->cam = r->cam;
        for (uint32_t i = 0; i < model->mesh_count && ok; i++) {
            pelt_mesh_info info;
            ok = pelt_mesh_get(&info, model, i) == PELT_OK &&
                 place(body, character, i, info.vertex_count);
        }
        ok = ok && same_picture(r, body);
    }
    return ok;
}

/* Takes the normals of all meshes, so that they show facets, and second parts the light. */
static void drop_normals(const pelt_model *model, uint8_t *blob)
{
    format_mesh *const meshes = (format_mesh *)(void *)(blob + model->meshes);
    format_material *const materials = (format_material *)(void *)(blob + model->materials);
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        meshes[i].flags &= (uint16_t)~FORMAT_MESH_NORMALS;
        if (meshes[i].part_count > 1u)
            materials[stored_part(model, meshes[i].first_part + 1u)->material].flags |=
                FORMAT_MATERIAL_UNLIT;
    }
}

/* Returns whether a ring opens; if it does, the pictures have to be the same. */
static bool opens(const char *path, pelt_encoding encoding, uint32_t window)
{
    load_options options = LOAD_OPTIONS;
    bake_result result;
    pelt_model model;
    options.bake.encoding = encoding;
    options.bake.order.window = window;
    options.bake.order.clusters = encoding == PELT_LEAN;
    if (!replay_bake(&result, path, &options) ||
        !check(play_open_model(&model, result.blob, result.bytes) == PELT_OK, "%s", path))
        return false;
    const size_t bytes = pelt_character_bytes_get(&model);
    const uint32_t vertices = pelt_vertices_count(&model);
    const uint32_t group_count = vertices / PELT_RING_GROUP + model.mesh_count;
    FREED void *memory = malloc(bytes);
    FREED pelt_ring_group *groups = calloc(group_count, sizeof *groups);
    pelt_body body = {.vertices = calloc(vertices + 1, sizeof *body.vertices)};
    pelt_character_q16 character;
    pelt_ring r;
    check(pelt_character_open_q16(&character, result.blob, result.bytes, model.family, memory,
                                  bytes) == PELT_OK,
          "%s", path);
    body.model = character.pose.model;
    if (encoding == PELT_LEAN)
        drop_normals(body.model, result.blob);
    FREED pelt_draw_vertex *few = calloc(PELT_RING_VERTICES, sizeof *few);
    FREED pelt_draw_vertex *some = calloc(7 * PELT_RING_GROUP, sizeof *some);
    const bool ok =
        pelt_ring_open(&r, &character, groups, group_count, few, PELT_RING_VERTICES) == PELT_OK;
    if (ok) {
        check(same_pictures(&r, &body, &character), "%s", path);
        skinned[0] += r.skinned_count;
        check(pelt_ring_open(&r, &character, groups, group_count, some, 8 * PELT_RING_GROUP - 1) ==
                      PELT_OK &&
                  same_pictures(&r, &body, &character),
              "%s", path);
        skinned[1] += r.skinned_count;
        check(pelt_ring_open(&r, &character, groups, (vertices - 1) / PELT_RING_GROUP, few,
                             PELT_RING_VERTICES) == PELT_E_ARENA,
              "too few groups");
        check(pelt_ring_open(&r, &character, groups, group_count, few, PELT_RING_VERTICES - 1) ==
                  PELT_E_ARENA,
              "too few vertices");
    }
    free(body.vertices);
    bake_result_free(&result);
    return ok;
}

int main(int argc, char **argv)
{
    unsigned refused = 0;
    diag_set_warnings(false);
    for (int i = 1; i < argc; i++) {
        check(opens(argv[i], PELT_EXACT, PELT_RING_VERTICES), "%s", argv[i]);
        check(opens(argv[i], PELT_LEAN, 16), "%s", argv[i]);
        refused += !opens(argv[i], PELT_EXACT, 0);
        refused += !opens(argv[i], PELT_EXACT, 6 * PELT_RING_VERTICES);
    }
    check(skinned[1] < skinned[0], "more memory saves nothing");
    check(refused > 0, "models that need more than the ring");
    check(drawn_count > 5u * (unsigned)(argc - 1), "pictures are empty");
    printf("%u models that need more than the ring\n", refused);
    return check_end();
}
