/* SPDX-License-Identifier: MIT */
/* Pictures of pelt/draw.h are the same on every machine: sums over what is drawn, for which the host's
 * tests (tests/host/test_strips.c) have shown that they are right. */
#include "character.h"
#include "pelt/draw.h"
#include "src/draw/body.h"
#include "src/draw/triangle.h"
#include "test.h"

enum { WIDE = 24, TALL = 20, LINES = 8, VERTICES = 16 };

static const uint32_t is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
static const pelt_box_q16 around = {{-70000, -50000, -60000}, {80000, 90000, 50000}};

static uint32_t sum_of(uint32_t sum, const uint16_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = sum * 31u + values[i];
    return sum;
}

static uint32_t sum_vertex(uint32_t sum, const pelt_draw_vertex *v)
{
    const uint16_t values[7] = {(uint16_t)v->x, (uint16_t)v->y, v->depth,  v->r,
                                v->g,           v->b,           v->outside};
    return sum_of(sum, values, 7);
}

/* Near and far vertices, also far outside, from all sides, lit and not. */
static void check_camera(void)
{
    static const uint8_t colour[3] = {200, 90, 30};
    pelt_extent extent = pelt_extent_nothing;
    pelt_camera camera;
    uint32_t sum = 0;
    CHECK_OK(pelt_camera_frame(&camera, &around, WIDE, TALL));
    for (uint32_t i = 0; i < 400u; i++) {
        const int32_t reach = i % 9u == 0u ? 1 << 30 : 100000;
        int32_t position[3], normal[3];
        pelt_draw_vertex v;
        for (int k = 0; k < 3; k++) {
            position[k] = test_random_within(reach);
            normal[k] = test_random_within(70000);
        }
        const uint32_t yaw = test_random() & 65535u;
        CHECK_OK(pelt_camera_turn(&camera, yaw, test_random() & 16383u));
        CHECK_OK(pelt_camera_project(&v, &camera, position, i % 5u == 0u ? NULL : normal, colour));
        sum = sum_vertex(sum, &v);
        CHECK_OK(pelt_camera_project_ground(&v, &camera, normal[0] >> 4, normal[1] >> 4, colour));
        sum = sum_vertex(sum, &v);
        CHECK_OK(pelt_extent_add(&extent, &camera, position));
        if (i % 50u == 49u) {
            CHECK_OK(pelt_camera_frame(&camera, &around, WIDE, TALL));
            CHECK_OK(pelt_camera_fit(&camera, &extent, WIDE, TALL));
        }
    }
    CHECK_EQ(sum, 1689098790);
    CHECK_EQ(camera.focal, 211);
    CHECK_EQ(extent.min[0] + extent.max[1], 548);
    for (uint32_t i = sum = 0; i < 1000u; i++)
        sum =
            sum * 31u + (uint32_t)pelt_sine_get(i * 977u) + pelt_display_get((int32_t)i * 5 - 200);
    CHECK_EQ(sum, -1142386030);
}

/* At the ends of a camera's ranges nothing overflows; a little beyond them it is refused. */
static void check_camera_ranges(void)
{
    static const uint8_t colour[3] = {200, 90, 30};
    static const int32_t far[3] = {INT32_MIN, INT32_MAX, INT32_MIN};
    static const int32_t ends[6][2] = {{1, 32767},      {1, 65535},      {1, 1 << 20},
                                       {-64000, 64000}, {-64000, 64000}, {-64000, 64000}};
    pelt_extent covered = {{-PELT_DRAW_LIMIT, 0}, {PELT_DRAW_LIMIT - 1, 0}};
    pelt_camera camera;
    pelt_draw_vertex v;
    int32_t *const fields[6] = {&camera.near_plane, &camera.focal,    &camera.distance,
                                &camera.centre_x,   &camera.centre_y, &camera.ground};
    CHECK_OK(pelt_camera_frame(&camera, &around, WIDE, TALL));
    for (uint32_t i = 0; i < 64u; i++) {
        const uint32_t k = (i + i / 6u) % 6u, end = i >> k & 1u; /* each field at both ends */
        for (uint32_t at = 0; at < 6u; at++)
            *fields[at] = ends[at][i >> at & 1u];
        CHECK_OK(pelt_camera_project(&v, &camera, far, NULL, colour));
        CHECK_OK(pelt_camera_project_ground(&v, &camera, INT32_MIN, INT32_MAX, colour));
        (void)pelt_draw_facet(&camera, INT32_MAX, INT32_MIN);
        *fields[k] += end != 0u ? 1 : -1;
        CHECK_EQ(pelt_camera_turn(&camera, 0, 0), PELT_E_ARGUMENT);
        *fields[k] = ends[k][end];
        covered.min[1] = covered.max[1] = end != 0u ? PELT_DRAW_LIMIT - 1 : -PELT_DRAW_LIMIT;
        CHECK_OK(pelt_camera_fit(&camera, &covered, 1, 1024));
        CHECK_OK(pelt_camera_turn(&camera, i << 10, i << 9));
        covered.min[1] = covered.max[1] + 1;
        CHECK_EQ(pelt_camera_fit(&camera, &covered, 1, 1024), PELT_E_ARGUMENT);
    }
}

/* The only pixel of an oval that is narrower than 1/16 pixel is 16,320 half axes beside it, as places are
 * rounded. */
static void check_narrow_oval(void)
{
    static const pelt_box_q16 box = {{16320, 0, 0}, {16321, 0, 0}};
    uint16_t colours[2] = {0, 0}, depths[2] = {0, 0};
    const pelt_band band = {colours, depths, 2, 0, 1, NULL};
    pelt_body body = {.shadow_box = &box, .shadow_colour = {255, 255, 255}};
    pelt_camera *const cam = &body.cam;
    CHECK_OK(pelt_camera_frame(cam, &around, WIDE, TALL));
    cam->centre[0] = cam->centre[2] = 0;
    cam->shift = 0;
    cam->near_plane = cam->focal = 1;
    cam->distance = 16320;
    cam->ground = -16320;
    cam->centre_x = 8;
    cam->centre_y = 7;
    CHECK_OK(pelt_camera_turn(cam, 0, 0));
    pelt_draw_ovals(&band, &body);
    CHECK_EQ(colours[0], 0);
}

/* Facets of all slopes, and where vertices are in a texture. */
static void check_parts(void)
{
    static const int16_t uvs[] = {0, 0, 0x2000, 0x1000, -0x4000, 0x3000, 5, 6};
    const pelt_texture_info texture = {.width = 64, .height = 32};
    pelt_mesh_info info = {.uvs_i16 = uvs, .uv_bits = 14};
    pelt_camera camera;
    uint32_t sum = 0;
    CHECK_OK(pelt_camera_frame(&camera, &around, WIDE, TALL));
    for (int32_t i = 0; i < 1000; i++)
        sum = sum * 31u + pelt_draw_facet(&camera, (i % 32 - 16) * 400009, (i / 32 - 16) * 300007);
    CHECK_EQ(sum, 1164799949);
    for (uint32_t v = 0; v < 4u; v++) {
        const pelt_texel_place at = body_place(&info, &texture, v);
        CHECK_EQ(at.u, uvs[2u * v] * 1024 >> 14);
        CHECK_EQ(at.v, uvs[2u * v + 1u] * 512 >> 14);
    }
}

static void random_corner(pelt_draw_vertex *v, int32_t x, int32_t y, int32_t reach)
{
    v->x = (int16_t)(x + test_random_within(reach));
    v->y = (int16_t)(y + test_random_within(reach));
    v->depth = (uint16_t)(1u + test_random() % 32767u);
    v->r = (uint8_t)test_random();
    v->g = (uint8_t)test_random();
    v->b = (uint8_t)test_random();
    v->outside = test_random() % 64u == 0u;
}

/* Triangles of all sizes, smooth, faceted, painted and with textures of every kind. */
static void check_triangles(void)
{
    static const int32_t wanted[PELT_PIXELS_MONO + 1] = {0, 0, -978466474, 1991260059, -1011081217};
    static const uint8_t rows[4][8] = {{0, 0x21, 0x43, 0x65, 4, 5, 6, 7},
                                       {7, 6, 5, 4, 3, 2, 1, 0},
                                       {1, 3, 5, 7, 9, 11, 13, 15},
                                       {8, 9, 1, 2, 12, 4, 6, 2}};
    static const uint16_t direct[4][4] = {
        {1, 2, 3, 4}, {0xF800, 0x7E0, 0x1F, 7}, {9, 99, 999, 9999}, {5, 6, 7, 8}};
    uint16_t *pixels = test_take(2u * sizeof(uint16_t) * WIDE * TALL), table[112];
    pelt_band band = {pixels, pixels + WIDE * TALL, WIDE, 4, TALL, NULL};
    uint32_t drawn = 0; /* each triangle by itself, the last ones together */
    pelt_camera camera;
    CHECK_OK(pelt_camera_frame(&camera, &around, WIDE, TALL));
    band.camera = &camera;
    for (uint32_t i = 0; i < 112u; i++)
        table[i] = (uint16_t)(i * 4369u);
    for (uint32_t i = 0; i < 600u; i++) {
        static const uint16_t reaches[] = {12, 40, 100, 400, 3000};
        const int32_t reach = reaches[i % 5u], x = test_random_within(300),
                      y = test_random_within(250);
        const uint32_t flags = (i % 3u == 0u ? PELT_DRAW_TWO_SIDED : 0u) |
                               (i % 7u == 0u ? PELT_DRAW_FACETED : 0u) |
                               (i % 11u == 0u ? PELT_DRAW_PAINT : 0u);
        const uint32_t kind = PELT_TEXELS_I4 + i / 2u % 3u;
        const pelt_texture_info t = {kind == PELT_TEXELS_RGB565 ? (const void *)direct
                                                                : (const void *)rows,
                                     kind == PELT_TEXELS_RGB565 ? NULL : table,
                                     "",
                                     4,
                                     4,
                                     8,
                                     112,
                                     i % 4u == 0u ? 3u : PELT_NONE,
                                     (uint8_t)kind,
                                     (uint8_t)(1u + i % 3u),
                                     (uint8_t)(1u + i / 3u % 3u)};
        pelt_draw_vertex v[3];
        pelt_texel_place at[3];
        const pelt_draw_vertex *const corners[3] = {&v[0], &v[1], &v[2]};
        for (int k = 0; k < 3; k++) {
            random_corner(&v[k], 200 + x, 200 + y, reach);
            at[k].u = i % 8u < 4u ? test_random_within(200) : 32 + test_random_within(90);
            at[k].v = i % 8u < 4u ? test_random_within(200) : 32 + test_random_within(90);
        }
        if (i % 16u == 5u) { /* only the last corner is beyond the texture */
            for (int k = 0; k < 3; k++) {
                at[k].u = 20 + 10 * k;
                at[k].v = k < 2 ? 30 + 10 * k : 400;
            }
        }
        if (i < 560u) {
            memset(pixels, 0, sizeof(uint16_t) * WIDE * TALL);
            CHECK_OK(pelt_band_clear(&band));
        }
        if (i % 2u == 0u)
            pelt_triangle_draw(&band, &v[0], &v[1], &v[2], flags);
        else
            pelt_triangle_draw_textured(&band, corners, at, &t, flags & PELT_DRAW_TWO_SIDED);
        drawn = sum_of(drawn, pixels, 2 * WIDE * TALL);
    }
    CHECK_EQ(drawn, -1668925983);
    /* Some is black, and there are holes with outlines. */
    for (uint32_t i = 0; i < WIDE * TALL; i++) {
        if (i / 8u % 5u == 0u)
            pixels[i] = 0;
        if (test_random() % 16u == 0u)
            pixels[WIDE * TALL + i] = 0;
    }
    for (int kind = PELT_PIXELS_RGB565_SWAPPED; kind <= PELT_PIXELS_MONO; kind++) {
        uint8_t *out = test_take(2u * WIDE * TALL);
        uint32_t sum = 0;
        memset(out, 0, 2u * WIDE * TALL);
        CHECK_OK(pelt_band_pack(out, 2u * WIDE, &band, (pelt_pixels)kind));
        for (uint32_t i = 0; i < 2u * WIDE * TALL; i++) /* the same bytes in either byte order */
            sum = sum * 31u + out[kind == PELT_PIXELS_RGB565_SWAPPED ? i ^ is_big : i];
        CHECK_EQ(sum, wanted[kind]);
    }
    test_release();
}

/* A texture of 256 x 64 is drawn to the bit as one of 256 x 256, here with equal rows. */
static void check_sides(void)
{
    uint16_t *pixels = test_take(4u * sizeof(uint16_t) * WIDE * TALL), *colours = test_take(512);
    for (uint32_t i = 0; i < 256u; i++)
        colours[i] = (uint16_t)(i * 40503u);
    for (int16_t i = 0; i < 16; i++) {
        const pelt_draw_vertex v[3] = {{(int16_t)(20 + i), 10, 9000, 255, 255, 255, 0},
                                       {40, (int16_t)(300 - i), 9000, 255, 255, 255, 0},
                                       {(int16_t)(370 - 5 * i), 50, 9000, 255, 255, 255, 0}};
        const pelt_draw_vertex *const corners[3] = {&v[0], &v[1], &v[2]};
        const pelt_texel_place at[3] = {{i, 100}, {2000 + 7 * i, 900}, {4000 - 11 * i, 400}};
        memset(pixels, 0, 4u * sizeof(uint16_t) * WIDE * TALL);
        for (uint32_t k = 0; k < 2u; k++) {
            uint16_t *out = pixels + 2u * k * WIDE * TALL;
            const pelt_band band = {out, out + WIDE * TALL, WIDE, 0, TALL, NULL};
            const pelt_texture_info t = {.rows = colours,
                                         .colours = colours,
                                         .width = 256,
                                         .height = k == 0u ? 256 : 64,
                                         .clear = PELT_NONE,
                                         .texels = PELT_TEXELS_I8,
                                         .wrap_across = PELT_WRAP_REPEAT,
                                         .wrap_down = PELT_WRAP_REPEAT};
            pelt_triangle_draw_textured(&band, corners, at, &t, PELT_DRAW_TWO_SIDED);
        }
        CHECK(test_same(pixels, pixels + 2 * WIDE * TALL, 2u * sizeof(uint16_t) * WIDE * TALL));
    }
    test_release();
}

/* On no small board's stack. */
static pelt_draw_vertex few[2u * PELT_RING_VERTICES];
static pelt_ring ring;

/* Through a ring with room for all groups the picture is that of the body alone; each is skinned once. */
static void check_ring(pelt_character_q16 *c, const pelt_body *body)
{
    uint16_t *pixels = test_take(4u * sizeof(uint16_t) * WIDE * TALL);
    pelt_band all = {pixels, pixels + WIDE * TALL, WIDE, 0, TALL, &body->cam};
    pelt_ring_group groups[8];
    pelt_body alone = *body;
    alone.shadows = NULL;
    alone.next = NULL;
    memset(pixels, 0, 4u * sizeof(uint16_t) * WIDE * TALL);
    CHECK_OK(pelt_body_draw(&alone, &all));
    CHECK_OK(pelt_ring_open(&ring, c, groups, 8, few, 2u * PELT_RING_VERTICES));
    ring.cam = body->cam;
    ring.flags = body->flags;
    CHECK_OK(pelt_ring_begin(&ring, WIDE, TALL, LINES));
    for (int32_t first = 0; first < TALL; first += LINES) {
        uint16_t *at = pixels + 2 * WIDE * TALL + first * WIDE;
        const pelt_band strip = {
            at,       at + WIDE * TALL, WIDE, first, TALL - first < LINES ? TALL - first : LINES,
            &ring.cam};
        CHECK_OK(pelt_ring_draw(&ring, (uint32_t)(first / LINES), &strip));
    }
    CHECK(test_same(pixels, pixels + 2 * WIDE * TALL, 2u * sizeof(uint16_t) * WIDE * TALL));
    CHECK_EQ(ring.skinned_count, pelt_vertices_count(body->model));
}

static void open_drawn(pelt_character_q16 *c, const void *blob)
{
    pelt_model model;
    const size_t size = blob_bytes(blob);
    CHECK_OK(pelt_model_open(&model, blob, size, &pelt_exact_morphs));
    const size_t bytes = pelt_character_bytes_get(&model);
    CHECK_OK(pelt_character_open_q16(c, blob, size, &pelt_exact_morphs, test_take(bytes), bytes));
}

static void count_vertices(void *own, const pelt_vertex_q16 *vertices, uint32_t count)
{
    (void)vertices;
    *(uint32_t *)own += count;
}

/* A visit, which comes before the camera, takes no light of it, of lit meshes without colours either. */
static void check_visit(void)
{
    pelt_ring_group groups[8];
    pelt_character_q16 c;
    uint32_t visited = 0;
    uint8_t *blob = copy_blob(blob_tiny_q16);
    open_drawn(&c, blob);
    const pelt_model *model = c.pose.model;
    for (uint32_t i = 0; i < model->mesh_count; i++)
        ((format_mesh *)(void *)(blob + model->meshes))[i].colours = FORMAT_NONE;
    CHECK_OK(pelt_ring_open(&ring, &c, groups, 8, few, PELT_RING_VERTICES));
    ring.cam.light = NULL;
    CHECK_OK(pelt_ring_visit(&ring, count_vertices, &visited));
    CHECK_EQ(visited, pelt_vertices_count(model));
    test_release();
}

/* A body in the light of its own camera is the same behind one of which nothing is seen, and another one in
 * other light if it shows facets; vertices have been lit before. */
static void check_alone(pelt_picture *picture, const pelt_body *first, uint16_t *frame,
                        void *memory, size_t most, bool facets)
{
    static pelt_draw_vertex nothing[VERTICES];
    static const pelt_light below = {{0, -16384, 0}, {200, 100, 50}, {9, 60, 90}, {0, 0, 0}};
    pelt_body hidden = *first, other = *first->next;
    uint32_t sums[5];
    other.cam.light = &below;
    hidden.vertices = nothing;
    hidden.shadows = NULL;
    hidden.next = &other;
    for (uint32_t i = 0; i < 5u; i++) {
        const size_t used = i < 2u ? most : PELT_PICTURE_BYTES(WIDE, TALL, LINES, 1, 0);
        CHECK_OK(pelt_picture_open(picture, WIDE, TALL, LINES, 1, memory, used));
        CHECK_OK(pelt_picture_begin(picture, i % 2u == 0u ? &hidden : &other));
        CHECK_OK(pelt_picture_store(picture, frame, 2u * WIDE));
        sums[i] = sum_of(0, frame, WIDE * TALL);
        CHECK_EQ(sums[i] != sums[0], i == 4u && facets);
        if (i == 3u)
            other.cam.light = first->cam.light;
    }
}

/* A picture of a body and another one, in strips and at once, with lists of triangles and without; and
 * through a ring.
 * near  of the camera, or 0: where it frames the body; else triangles cross this plane */
static void check_pictures(const uint32_t *blob, uint32_t flags, int32_t near, int32_t wanted)
{
    static pelt_draw_vertex vertices[VERTICES], shadows[VERTICES], others[VERTICES];
    pelt_character_q16 c;
    pelt_body body = {0}, other;
    pelt_picture picture;
    pelt_box_q16 box = pelt_box_nothing;
    uint32_t sums[2];
    open_drawn(&c, blob);
    REQUIRE(pelt_vertices_count(c.pose.model) <= VERTICES);
    body.model = c.pose.model;
    body.vertices = vertices;
    body.shadows = shadows;
    body.flags = flags;
    for (uint32_t pass = 0; pass < 2u; pass++) {
        pelt_vertex_q16 some[VERTICES];
        pelt_mesh_info info;
        for (uint32_t m = 0; pelt_mesh_get(&info, body.model, m) == PELT_OK; m++) {
            pelt_part_info part;
            CHECK_OK(pelt_part_get(&part, body.model, m, 0));
            CHECK_EQ(part.texture, PELT_NONE);
            CHECK_OK(pelt_character_skin_q16(&c, m, some, 0, info.vertex_count));
            for (uint32_t i = 0; i < info.vertex_count && pass == 0u; i++)
                CHECK_OK(pelt_box_add_q16(&box, some[i].position));
            if (pass == 1u)
                CHECK_OK(pelt_body_project(&body, m, some, 0, info.vertex_count));
        }
        CHECK_OK(pelt_camera_frame(&body.cam, &box, WIDE, TALL));
        CHECK_OK(pelt_camera_turn(&body.cam, near != 0 ? 6000 : 38000, 2500));
        if (near != 0) {
            body.cam.distance /= 12;
            body.cam.near_plane = near;
        }
    }
    CHECK_EQ(pelt_draw_may_cross(&body), near != 0);
    if ((flags & PELT_DRAW_UNLIT) == 0u && near == 0)
        check_ring(&c, &body);
    other = body;
    for (uint32_t i = 0; i < VERTICES; i++) {
        others[i] = vertices[i];
        others[i].x = (int16_t)(others[i].x + 50);
    }
    other.vertices = others;
    other.shadows = NULL;
    if (flags == PELT_DRAW_TWO_SIDED && near == 0) { /* a soft shadow, lighter than the ground */
        other.shadow_box = &box;
        memset(other.shadow_colour, 230, 3);
    }
    body.next = &other;
    const size_t most = PELT_PICTURE_BYTES(WIDE, TALL, LINES, 2, 3 * 64);
    uint16_t *const frame = test_take(2u * WIDE * TALL);
    void *const memory = test_take(most);
    for (uint32_t i = 0; i < 2u; i++) { /* with lists of triangles, and without */
        const size_t used = i == 0u ? most : PELT_PICTURE_BYTES(WIDE, TALL, LINES, 1, 0);

        CHECK_OK(pelt_picture_open(&picture, WIDE, TALL, LINES, i == 0u ? 2u : 1u, memory, used));
        CHECK_OK(pelt_picture_begin(&picture, &body));
        CHECK_EQ(picture.words != 0u, i == 0u);
        CHECK_OK(pelt_picture_store(&picture, frame, 2u * WIDE));
        sums[i] = sum_of(0, frame, WIDE * TALL);
    }
    CHECK_EQ(sums[0], sums[1]);
    CHECK_EQ(sums[0], wanted);
    check_alone(&picture, &body, frame, memory, most, near != 0 || flags == PELT_DRAW_TWO_SIDED);
    test_release();
}

/* A mesh without colours is white where it faces the light, and darker 33 degrees beside it; without light,
 * and in light that a screen can show, it is wholly white. */
static void check_white(void)
{
    const pelt_box_q16 box = {{-90000, -60000, -70000}, {90000, 140000, 80000}};
    const int32_t position[3] = {0, 0, 0}, facing[3] = {-32768, 42600, 37356};
    const int32_t beside[3] = {3104, 54456, 36338};
    const pelt_light dim = {{0, 0, 16384}, {200, 200, 200}, {56, 56, 56}, {0, 0, 0}};
    const pelt_mesh_info info = {.has_normals = 1};
    const body_look look = body_look_of(NULL, 0, &info, 0, &pelt_light_from_left);
    pelt_draw_vertex at, off;
    pelt_camera cam;
    CHECK_OK(pelt_camera_frame(&cam, &box, WIDE, TALL));
    pelt_camera_project(&at, &cam, position, facing, body_colour(&info, &look, 7));
    pelt_camera_project(&off, &cam, position, beside, body_colour(&info, &look, 7));
    CHECK(at.r >= 253 && at.g > 245 && at.b > 240);
    CHECK(off.r > 220 && off.r < 247);
    CHECK_EQ(look.white, 0xC4C4C4C4u);
    CHECK_EQ(body_look_of(NULL, 0, &info, PELT_DRAW_UNLIT, NULL).white, UINT32_MAX);
    CHECK_EQ(body_look_of(NULL, 0, &info, 0, &dim).white, UINT32_MAX);
}

void test_draw(void)
{
    test_random_seed(29);
    check_camera();
    check_camera_ranges();
    check_narrow_oval();
    check_white();
    check_parts();
    check_triangles();
    check_sides();
    check_visit();
    check_pictures(blob_tiny_q16, 0, 0, -1542971443);
    check_pictures(blob_tiny_q16, PELT_DRAW_TWO_SIDED | PELT_DRAW_UNLIT, 0, 2120835047);
    check_pictures(blob_tiny_q16, PELT_DRAW_TWO_SIDED, 0, -1785899279);
    check_pictures(blob_tiny_q16, PELT_DRAW_TWO_SIDED, 1200, 87786658);
    check_pictures(blob_tiny_q16, 0, 800, 449078020);
}
