/* SPDX-License-Identifier: MIT */
/* Reads lists of the Nintendo DS's geometry engine (pelt/nds.h) as the engine would, and compares them
 * with bodies that pelt_body_project projects: the triangles of strips and which way they face, places,
 * what is before the near plane, the order of depths, colours, texels. A list that is written over the one
 * of the picture before is the same as a new one, and a damaged one is noticed.
 *
 *   test_nds_list FILE...      glTF files */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cmd/load.h"
#include "pelt/nds.h"
#include "src/blob/format.h"
#include "src/draw/body.h"
#include "stage.h"

enum { WIDTH = 256, HEIGHT = 192, WORDS = 1 << 19, TEXTURES = 16, VERTICES = 20000 };

static uint32_t words[2][WORDS];
static uint16_t texels[1 << 18], colours[1 << 15];

enum { BEHIND = 2 }; /* triangles of the backdrop */

/* A vertex in the list: its number, times two, and one if it is a shadow. */
static uint32_t owners[WORDS];
static uint64_t found[1 << 16], wanted[1 << 16];

static pelt_nds_list list;
static pelt_nds_body drawn;
static pelt_body body; /* what it should look like */

/* The engine's state while it reads, and the strip that it is in. */
typedef struct engine {
    int32_t matrix[16];
    uint32_t mode, colour, image, begun, corner, triangles, behind;
    int32_t u, v;
    uint32_t strip[3], colours[3]; /* the last vertices, */
    int32_t places[3][2];          /* and how far from their places in the texture they are */
    body_part part;                /* whose triangles come next, if `in_part` */
    bool in_part;
    uint32_t count, problems; /* triangles of the part */
} engine;

/* The brightness of a facet by the normal of its plane, in pixels and, of depth, as many. */
static double facet(const pelt_camera *cam, const pelt_draw_vertex *const c[3])
{
    const double bx = c[1]->x - c[0]->x, by = c[1]->y - c[0]->y, bz = c[1]->depth - c[0]->depth;
    const double cx = c[2]->x - c[0]->x, cy = c[2]->y - c[0]->y, cz = c[2]->depth - c[0]->depth;
    const double area = bx * cy - cx * by,
                 steep = 32768.0 * cam->near_plane / cam->distance / cam->focal;
    const double x = (bz * cy - cz * by) / area / steep, y = (cz * bx - bz * cx) / area / steep;
    const int16_t *l = cam->light->direction;
    const double lit = (-l[0] * x + l[1] * y + l[2]) / 16384 / sqrt(x * x + y * y + 1);
    return area == 0 ? 1 : fmin((lit < -1 ? 64 : 160 + 96 * lit) / 256, 1);
}

static bool is_colour(uint32_t colour, const pelt_draw_vertex *v, double bright)
{
    const uint8_t channels[3] = {v->r, v->g, v->b};
    for (int i = 0; i < 3; i++)
        if (fabs((colour >> 5 * i & 31) + 0.5 - channels[i] * bright / 8) > 1.05)
            return false;
    return true;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* A triangle as a number that its first corner does not matter to. */
static uint64_t number_of(uint32_t a, uint32_t b, uint32_t c)
{
    for (int i = 0; i < 2 && (a > b || a > c); i++) {
        const uint32_t first = a;
        a = b, b = c, c = first;
    }
    return (uint64_t)a << 42 | (uint64_t)b << 21 | c;
}

static const pelt_draw_vertex *seen(const engine *e, uint32_t vertex)
{
    return e->part.shadow ? &body.shadows[vertex] : &body.vertices[vertex];
}

/* Compares the triangles of the part that was read. */
static void end_part(engine *e)
{
    const pelt_draw_vertex *corners[3];
    if (!e->in_part)
        return;
    e->in_part = false;
    e->problems += e->count != e->part.triangle_count;
    for (uint32_t i = 0; i < e->part.triangle_count; i++) {
        const pelt_draw_vertex *first = seen(e, 0);
        body_corners(corners, &e->part, i);
        wanted[i] = number_of((uint32_t)(corners[0] - first), (uint32_t)(corners[1] - first),
                              (uint32_t)(corners[2] - first));
    }
    qsort(found, e->count, sizeof *found, by_number);
    qsort(wanted, e->part.triangle_count, sizeof *wanted, by_number);
    e->problems += memcmp(found, wanted, e->count * sizeof *found) != 0;
    e->triangles += e->count;
    e->count = 0;
    pelt_draw_next(&e->part);
}

/* Whether the triangle's places in the texture are as near to each other as they have to be. */
static bool is_within(const body_part *part, const pelt_draw_vertex *const corners[3])
{
    const pelt_texel_place first = body_shifted(part, corners[0]);
    for (int i = 1; i < 3; i++) {
        const pelt_texel_place at = body_shifted(part, corners[i]);
        if (abs(at.u - first.u) > 16384 || abs(at.v - first.v) > 16384)
            return false;
    }
    return true;
}

static void triangle(engine *e)
{
    const bool odd = e->begun == 2 && e->corner % 2 == 0;
    const uint32_t a = e->strip[odd], b = e->strip[!odd], c = e->strip[2];
    const pelt_draw_vertex *corners[3] = {seen(e, a), seen(e, b), seen(e, c)};
    if ((e->part.flags & PELT_DRAW_FACETED) != 0 && e->part.texture.rows == NULL &&
        (corners[0]->outside | corners[1]->outside | corners[2]->outside) == 0) {
        const double bright = facet(&body.cam, corners);
        for (int i = 0; i < 3; i++)
            e->problems += !is_colour(e->colours[i], corners[0], bright);
    }
    const bool whole = e->image != 0 && is_within(&e->part, corners);
    for (int i = 0; i < 2 && whole; i++) /* all are moved alike, or the texture is torn */
        for (int k = 0; k < 2; k++)
            e->problems += abs(e->places[i][k] - e->places[2][k]) > 16;
    found[e->count++] = number_of(a, b, c);
}

/* A corner: what the engine computes from it, and what it stands for. */
static void vertex(engine *e, const uint32_t *with)
{
    const double in[4] = {(int16_t)with[0] / 4096.0, (int16_t)(with[0] >> 16) / 4096.0,
                          (int16_t)with[1] / 4096.0, 1};
    const uint32_t at = (uint32_t)(with - list.words), owner = owners[at];
    double out[4] = {0, 0, 0, 0};
    for (int i = 0; i < 16; i++)
        out[i % 4] += in[i / 4] * e->matrix[i] / 4096.0;
    const double depth = out[2] / out[3], away = out[3] * 512;
    if (at >= list.body_words) { /* of the backdrop */
        e->problems += depth < 0.9996 || depth >= 1 || e->begun != 0;
        e->behind++;
        return;
    }
    if (!e->in_part || owner == UINT32_MAX || (owner & 1) != e->part.shadow) {
        e->problems++;
        return;
    }
    const pelt_draw_vertex *v = seen(e, owner / 2);
    const double x = (out[0] / out[3] + 1) * WIDTH * 8, y = (1 - out[1] / out[3]) * HEIGHT * 8;
    const double near = 2 + 3.0 * body.cam.focal / away; /* units that were dropped */
    if (v->outside != 0)
        e->problems += away > body.cam.near_plane + 2;
    else
        e->problems += fabs(x - v->x) > near || fabs(y - v->y) > near || depth < -1 ||
                       (e->part.shadow ? depth < 0.9994 || depth >= 0.9996
                                       : fabs((1 - depth) * 16384 - v->depth - 12) > 40);
    if (away < body.cam.near_plane - 8 && !e->part.shadow)
        e->problems += depth > -0.9995 && away > 0; /* and is clipped at -1 */
    const bool faceted = (e->part.flags & PELT_DRAW_FACETED) != 0 && e->part.texture.rows == NULL;
    e->problems += !faceted && !is_colour(e->colour, v, 1);
    int32_t moved[2] = {0, 0};
    if (e->image != 0) {
        const pelt_texel_place place = body_shifted(&e->part, v);
        const int32_t wide = 128 << (e->image >> 20 & 7), tall = 128 << (e->image >> 23 & 7);
        moved[0] = e->u - (int32_t)((int64_t)place.u * wide / (16 * e->part.texture.width));
        moved[1] = e->v - (int32_t)((int64_t)place.v * tall / (16 * e->part.texture.height));
        for (int k = 0; k < 2; k++) { /* by whole textures, where these are repeated */
            const uint32_t wrap = k == 0 ? e->part.texture.wrap_across : e->part.texture.wrap_down;
            const int32_t side = (k == 0 ? wide : tall) * (wrap == PELT_WRAP_MIRROR ? 2 : 1);
            const int32_t rest = wrap == PELT_WRAP_CLAMP ? moved[k] : moved[k] & (side - 1);
            e->problems += rest > 16 && rest < side - 16;
            e->problems += wrap == PELT_WRAP_CLAMP && rest < -16;
        }
    }
    e->problems += (e->image != 0) != (e->part.texture.rows != NULL);
    for (int i = 0; i < 2; i++)
        e->strip[i] = e->strip[i + 1], e->colours[i] = e->colours[i + 1];
    memmove(e->places[0], e->places[1], 2 * sizeof e->places[0]);
    memcpy(e->places[2], moved, sizeof moved);
    e->strip[2] = (uint32_t)(v - seen(e, 0)), e->colours[2] = e->colour;
    if (++e->corner >= 3)
        triangle(e);
}

/* Executes a command; returns the number of its parameters, UINT32_MAX if it is none that is sent. */
static uint32_t execute(engine *e, uint32_t command, const uint32_t *with)
{
    switch (command) {
    case 0x10: e->mode = with[0]; return 1;
    case 0x15: e->problems += e->mode != 2; return 0;
    case 0x16:
        e->problems += e->mode != 0;
        memcpy(e->matrix, with, sizeof e->matrix);
        return 16;
    case 0x20: e->colour = with[0]; return 1;
    case 0x22:
        e->u = (int16_t)with[0];
        e->v = (int16_t)(with[0] >> 16);
        return 1;
    case 0x23: vertex(e, with); return 2;
    case 0x29:
        end_part(e);
        e->in_part = with < list.words + list.body_words && e->part.body != NULL;
        const bool two_sided = !e->in_part || (e->part.flags & PELT_DRAW_TWO_SIDED) != 0;
        e->problems += (with[0] >> 16 & 31) != 31 || (with[0] & 0xc0) != (two_sided ? 0xc0 : 0x80);
        return 1;
    case 0x2a: e->image = with[0]; return 1;
    case 0x2b: return 1;
    case 0x40:
        e->begun = with[0];
        e->corner = 0;
        return 1;
    default: return UINT32_MAX;
    }
}

/* Returns the problems of a list; every command has to be known and to have its parameters. Shadows come
 * behind the body here, and before it in `part`. */
static uint32_t read_list(uint32_t *triangles)
{
    pelt_body alone = body;
    engine e = {0};
    uint32_t at = 0;
    alone.shadows = NULL;
    pelt_draw_first(&e.part, &alone);
    while (at < list.word_count) {
        if (at == drawn.shadow) {
            end_part(&e);
            e.problems += e.part.body != NULL;
            pelt_draw_first(&e.part, &body);
        }
        uint32_t packed = list.words[at++];
        for (; packed != 0 && at <= list.word_count; packed >>= 8) {
            const uint32_t count = execute(&e, packed & 255, list.words + at);
            if (count > list.word_count - at)
                return 1;
            at += count;
        }
    }
    *triangles = e.triangles;
    return e.problems + (e.behind != 3 * BEHIND);
}

static pelt_light lamp; /* changes in its place */

static void take(void *to, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                 uint32_t count)
{
    check(pelt_body_project(&body, mesh, some, first, count) == PELT_OK &&
              pelt_nds_body_shade(to, mesh, some, first, count) == PELT_OK,
          "vertices from %u on", first);
}

static void place(pelt_nds_body *to, actor *a, const actor_moment *moment, int32_t nearer)
{
    pelt_box_q16 box = pelt_box_nothing;
    actor_pose(a, moment);
    actor_skin_all(a, actor_add_box, &box);
    pelt_camera_frame(&body.cam, &box, WIDTH, HEIGHT);
    body.cam.light = &lamp;
    pelt_camera_turn(&body.cam, 5000, 1900);
    body.cam.distance /= nearer;
    to->cam = body.cam;
    to->shifts = body.shifts;
    to->shift_count = PELT_NDS_SHIFTS;
    actor_skin_all(a, take, to);
}

/* Triangles of pelt_body_project's vertices that face the viewer. */
static uint32_t faces_of_body(void)
{
    pelt_body alone = body;
    const pelt_draw_vertex *c[3];
    uint32_t count = 0;
    body_part part;
    alone.shadows = NULL;
    for (pelt_draw_first(&part, &alone); part.body != NULL; pelt_draw_next(&part))
        for (uint32_t i = 0; i < part.triangle_count; i++) {
            body_corners(c, &part, i);
            const int32_t area = (c[1]->x - c[0]->x) * (c[2]->y - c[0]->y) -
                                 (c[2]->x - c[0]->x) * (c[1]->y - c[0]->y);
            count += (c[0]->outside | c[1]->outside | c[2]->outside) == 0 &&
                     (area < 0 || (area > 0 && (part.flags & PELT_DRAW_TWO_SIDED) != 0));
        }
    return count;
}

static const uint8_t grey[4] = {90, 100, 110, 0};

/* Of all materials: as far as textures can move. */
static const pelt_texture_shift far[PELT_NDS_SHIFTS] = {
    {INT16_MAX, INT16_MIN}, {INT16_MAX, INT16_MIN}, {INT16_MAX, INT16_MIN}, {INT16_MAX, INT16_MIN},
    {INT16_MIN, INT16_MAX}, {INT16_MIN, INT16_MAX}, {INT16_MIN, INT16_MAX}, {INT16_MIN, INT16_MAX}};

/* Draws the body before two triangles of a backdrop, one of a single colour and one of three. */
static void draw(pelt_nds_list *to, pelt_nds_body *of, const char *path)
{
    const pelt_draw_vertex v[3] = {
        {0, 0, 1, 0, 0, 0, 0}, {0, 90, 1, 9, 9, 9, 0}, {90, 0, 1, 9, 9, 9, 0}};
    const pelt_draw_vertex *const corners[3] = {&v[0], &v[1], &v[2]};
    check(pelt_nds_list_begin(to, WIDTH, HEIGHT) == PELT_OK &&
              pelt_nds_list_add(to, corners, grey, 2) == PELT_OK &&
              pelt_nds_list_add(to, corners, NULL, 0) == PELT_OK &&
              pelt_nds_body_draw(of, to) == PELT_OK,
          "%s: a list", path);
}

/* Repeats the first texture far from its origin, 128 times as often; but as wide as can be of as many texels, and
 * less often by as much. */
static void repeat(const pelt_model *m)
{
    uint32_t bytes = 0;
    format_mesh *const mesh = (format_mesh *)(uintptr_t)pelt_section_find(&bytes, m, FORMAT_MESHES);
    uint8_t *const section = (uint8_t *)(uintptr_t)pelt_section_find(&bytes, m, FORMAT_TEXTURES);
    if (section == NULL || mesh->uv_bits < 7)
        return;
    format_texture *const texture = (format_texture *)(void *)(section + 4);
    uint8_t wider = 0;
    for (; texture->width_bits < 10 && texture->height_bits > 2; wider++) {
        texture->width_bits++;
        texture->height_bits--;
    }
    mesh->uv_bits = (uint8_t)(mesh->uv_bits - 7 + wider);
    texture->flags = (uint8_t)((texture->flags & ~15u) | PELT_WRAP_REPEAT | PELT_WRAP_MIRROR << 2);
}

/* Takes the triangles of a body apart; returns the words that it takes at most without a shadow, as the header
 * has it. */
static uint32_t words_apart(void)
{
    uint32_t count = 19 + 1 + (pelt_vertices_count(body.model) + 1) / 2, meanwhile = 0;
    body_part part;
    pelt_body alone = body;
    alone.shadows = NULL;
    for (pelt_draw_first(&part, &alone); part.body != NULL; pelt_draw_next(&part)) {
        const uint32_t scratch = part.info.vertex_count + 4 * part.triangle_count;
        uint16_t *const indices = (uint16_t *)(uintptr_t)part.indices16;
        for (uint32_t i = 0; i < 3 * part.triangle_count && indices != NULL; i++)
            indices[i] = (uint16_t)(i % part.info.vertex_count);
        count += 5 + (16 + 3) * part.triangle_count;
        meanwhile = scratch > meanwhile ? scratch : meanwhile;
    }
    return count + meanwhile;
}

static void model(const char *path, const loaded_blob *blob, uint32_t flags, bool repeats)
{
    static pelt_draw_vertex projected[2][VERTICES];
    FREED void *own = malloc(blob->size_bytes); /* words_apart changes it */
    actor a;
    memcpy(own, blob->bytes, blob->size_bytes);
    stage_open(&a, own, blob->size_bytes);
    if (repeats)
        repeat(&a.model);
    body = (pelt_body){.model = &a.model,
                       .vertices = projected[0],
                       .shadows = projected[1],
                       .shift_count = PELT_NDS_SHIFTS,
                       .flags = flags};
    pelt_nds_space space = {texels, colours, 1 << 18, 1 << 15, 0, 0};
    pelt_nds_texture textures[TEXTURES];
    pelt_texture_info info;
    pelt_clip_info first = {0};
    pelt_nds_body other;
    uint32_t texture_count = 0, triangles = 0;
    list = (pelt_nds_list){.words = words[0], .word_most = WORDS};
    memcpy(body.shadow_colour, grey, sizeof grey);
    for (; pelt_texture_get(&info, &a.model, texture_count) == PELT_OK; texture_count++)
        check(pelt_nds_texture_export(&textures[texture_count], &space, &info) == PELT_OK, "%s",
              path);
    check(pelt_nds_body_open(&drawn, &list, &a.model, flags, grey, textures, texture_count) ==
              PELT_OK,
          "%s: a body", path);
    memset(owners, 0xff, sizeof owners);
    for (uint32_t v = 0; v < a.vertex_count; v++)
        for (uint32_t i = drawn.starts[v]; i < drawn.starts[v + 1]; i++) {
            owners[drawn.places[i] & 0xffff] = 2 * v;
            owners[drawn.places[i] >> 16] = 2 * v + 1;
        }
    (void)pelt_clip_get(&first, &a.model, 0);
    for (int i = 0; i < 3; i++) {
        const actor_moment moment = {.clip = a.model.clip_count != 0 ? 0 : PELT_NONE,
                                     .other_clip = PELT_NONE,
                                     .time = first.start + PELT_MS(300 * i)};
        pelt_nds_list again = {.words = words[1], .word_most = WORDS};
        lamp = pelt_light_from_left;
        lamp.lamp[0] = (uint16_t)(100 + 300 * i);
        body.shifts = i == 2 ? NULL : i == 1 && repeats ? far : a.shifts;
        place(&drawn, &a, &moment, i == 0 ? 2 : 1);
        draw(&list, &drawn, path);
        const uint32_t problems = read_list(&triangles);
        check(problems == 0, "%s: %u problems", path, problems);
        uint32_t faces = 0;
        check(pelt_nds_faces_count(&faces, &drawn) == PELT_OK && faces == faces_of_body(),
              "%s: %u triangles face the viewer, not %u", path, faces, faces_of_body());
        pelt_nds_body_open(&other, &again, &a.model, flags, grey, textures, texture_count);
        place(&other, &a, &moment, i == 0 ? 2 : 1);
        draw(&again, &other, path);
        check(again.word_count == list.word_count &&
                  memcmp(words[0], words[1], 4 * list.word_count) == 0,
              "%s: a list written over another one differs", path);
    }
    check(triangles == 2 * a.triangle_count, "%s: %u triangles", path, triangles);
    const uint32_t last = drawn.places[0] & 0xffff;
    const uint32_t planted[] = {
        0, 2, last - 1, last, last + 1, drawn.shadow + 3, drawn.places[0] >> 16};
    for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        words[0][planted[i]] ^= 0x4000;
        check(read_list(&triangles) != 0, "%s: damage in word %u is not noticed", path, planted[i]);
        words[0][planted[i]] ^= 0x4000;
    }
    list = (pelt_nds_list){.words = words[0], .word_most = words_apart()};
    check(pelt_nds_body_open(&drawn, &list, &a.model, flags, NULL, textures, texture_count) ==
              PELT_OK,
          "%s: as many words as a body takes", path);
    list = (pelt_nds_list){.words = words[0], .word_most = list.body_words};
    check(pelt_nds_body_open(&drawn, &list, &a.model, flags, grey, textures, texture_count) ==
              PELT_E_ARENA,
          "%s: more words than there are", path);
}

int main(int argc, char **argv)
{
    diag_set_warnings(false);
    for (int i = 1; i < argc; i++) {
        FREED_BY(loaded_blob_free) loaded_blob blob = {0}, clustered = {0};
        load_options options = LOAD_OPTIONS;
        diag d = {0};
        check(load_blob(&blob, argv[i], &options, &d), "%s", argv[i]);
        options.bake.order.clusters = true;
        check(load_blob(&clustered, argv[i], &options, &d), "%s, in clusters", argv[i]);
        model(argv[i], &blob, 0, false);
        model(argv[i], &blob, 0, true);
        /* facets, without normals */
        model(argv[i], &clustered, PELT_DRAW_PLAIN | PELT_DRAW_TWO_SIDED, false);
    }
    return check_end();
}
