/* SPDX-License-Identifier: MIT */
/* Compares triangles and pictures of src/draw with the plain rasteriser of
 * reference_raster.h: triangles, and models in their places. Depths are the same, each channel of
 * each pixel is within 1/31, and the bits do not depend on the strips into which a picture is cut,
 * on their order, or on the number of threads that draw them. Vertices are compared with double
 * precision.
 *
 *   test_strips MODEL...
 *
 * Last line: N passed, N failed. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cmd/load.h"
#include "backdrop.h"
#include "pelt/draw.h"
#include "src/draw/body.h"
#include "src/draw/camera.h"
#include "reference_raster.h"
#include "reference_view.h"
#include "stage.h"

enum { SIZE = 240, MOMENTS = 3, CLOSE = 6, VERTICES = 20000 };

/* The largest difference of a channel in 1/31, rounded up. */
static int difference(uint16_t a, uint16_t b)
{
    const int r = abs((a >> 11) - (b >> 11)), blue = abs((a & 31) - (b & 31));
    const int g = (abs((a >> 5 & 63) - (b >> 5 & 63)) * 31 + 62) / 63;
    return g > r ? (g > blue ? g : blue) : r > blue ? r : blue;
}

/// Triangles //////////////////////////////////////////////////////////////////////////////////////

typedef struct canvas {
    uint16_t colours[SIZE * SIZE], depths[SIZE * SIZE];
} canvas;

static canvas plain, tested;
static uint32_t seed = 1;
static const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

static int32_t drawn(int32_t low, int32_t high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (int32_t)((uint64_t)(seed >> 8) * (uint32_t)(high - low + 1) >> 24);
}

static pelt_draw_vertex draw_vertex(int32_t x, int32_t y, int32_t reach, int32_t colours)
{
    const int32_t base = colours < 256 ? drawn(0, 255 - colours) : 0;
    const int32_t most = colours < 256 ? base + colours : 255;
    pelt_draw_vertex v = {0};
    v.x = (int16_t)(x + drawn(-reach, reach));
    v.y = (int16_t)(y + drawn(-reach, reach));
    v.depth = (uint16_t)drawn(1, drawn(0, 3) == 0 ? PELT_DEPTH_MAX : 9000);
    v.r = (uint8_t)drawn(base, most);
    v.g = (uint8_t)drawn(base, most);
    v.b = (uint8_t)drawn(base, most);
    v.outside = drawn(0, 400) == 0;
    return v;
}

/* Seen by it, a surface at 45 degrees has a steepness of 512. */
static const pelt_camera oblique = {
    .focal = 1198, .near_plane = 2, .distance = 5000, .light = &pelt_light_from_left};

/* Triangles of all sizes, also thin ones and those with extreme colours, one over the other. */
static void triangles(void)
{
    static const int32_t reaches[] = {4, 20, 60, 160, 400, 1200, 4000, 15000};
    int worst = 0, depth_misses = 0;
    for (int round = 0; round < 400; round++) {
        memset(&plain, 0, sizeof plain);
        memset(&tested, 0, sizeof tested);
        const int32_t lines = drawn(1, SIZE), first = drawn(0, SIZE - lines);
        const pelt_band one = {plain.colours, plain.depths, SIZE, first, lines, &oblique};
        const pelt_band other = {tested.colours, tested.depths, SIZE, first, lines, &oblique};
        for (int i = 0; i < 200; i++) {
            const int32_t reach = reaches[drawn(0, 7)], x = drawn(-100, SIZE * 16 + 100);
            const int32_t y = drawn(-100, SIZE * 16 + 100), colours = drawn(0, 2) * 128;
            const uint32_t flags = (uint32_t)drawn(0, 7);
            pelt_draw_vertex v[3];
            for (int k = 0; k < 3; k++)
                v[k] = draw_vertex(x, y, reach > 300 && drawn(0, 3) ? 300 : reach, colours);
            if (drawn(0, 5) == 0) { /* too thin to draw */
                v[2].x = (int16_t)(v[1].x + drawn(-3, 3));
                v[2].y = (int16_t)(v[1].y + drawn(-3, 3));
            }
            reference_triangle(&one, &v[0], &v[1], &v[2], flags);
            pelt_triangle_draw(&other, &v[0], &v[1], &v[2], flags);
        }
        for (int i = 0; i < SIZE * SIZE; i++) {
            const int d = difference(plain.colours[i], tested.colours[i]);
            worst = d > worst ? d : worst;
        }
        depth_misses += memcmp(plain.depths, tested.depths, sizeof plain.depths) != 0;
    }
    printf("triangles: channels differ by %d/31 at most\n", worst);
    check(worst <= 1, "triangles: channels further off than 1/31");
    check(depth_misses == 0, "triangles: other depths");
}

/// Models /////////////////////////////////////////////////////////////////////////////////////////

static pelt_vertex_q16 skinned[VERTICES];

typedef struct stage {
    actor a;
    pelt_body body;
    backdrop behind;
    uint32_t taken; /* of `skinned` */
} stage;

static void take(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                 uint32_t count)
{
    stage *const s = own;
    pelt_body_project(&s->body, mesh, some, first, count);
    memcpy(&skinned[s->taken], some, count * sizeof *some);
    s->taken += count;
}

static void look_at(stage *s, int moment)
{
    pelt_camera *const cam = &s->body.cam;
    pelt_box_q16 box = pelt_box_nothing;
    actor_skin_all(&s->a, actor_add_box, &box);
    pelt_camera_frame(cam, &box, SIZE, SIZE);
    pelt_camera_turn(cam, (uint32_t)moment * 20000u + 3000u, 1900u);
    if (moment >= MOMENTS) { /* in the character, so that triangles cross the nearest plane */
        cam->distance = cam->distance * (CLOSE - moment) / 20;
        cam->near_plane /= 8;
    }
    backdrop_place(&s->behind, cam, SIZE);
    s->taken = 0;
    actor_skin_all(&s->a, take, s);
}

static void draw_reference(stage *s)
{
    pelt_band band = {plain.colours, plain.depths, SIZE, 0, SIZE, &s->body.cam};
    body_part part;
    backdrop_paint(&band, &s->behind);
    memset(plain.depths, 0, sizeof plain.depths);
    for (pelt_draw_first(&part, &s->body); part.body != NULL; pelt_draw_next(&part))
        for (uint32_t i = 0; i < part.triangle_count; i++) {
            const pelt_draw_vertex *corners[3];
            body_corners(corners, &part, i);
            reference_triangle(&band, corners[0], corners[1], corners[2], part.flags);
        }
}

/* The pixels that panel() received. */
static uint16_t shown[SIZE * SIZE];
static int next_line;
static bool in_order, stays; /* with two buffers a strip stays until the next is handed over */
static const void *before;
static size_t before_bytes;

static void panel(void *user, int x, int y, int width, int height, const void *rgb565)
{
    (void)user;
    static uint16_t sent[SIZE * SIZE];
    in_order &= x == 0 && width == SIZE && y == next_line && y + height <= SIZE;
    next_line = y + height;
    if (!in_order)
        return;
    stays &= before == NULL || memcmp(before, sent, before_bytes) == 0;
    before = rgb565;
    before_bytes = (size_t)width * (size_t)height * sizeof *shown;
    memcpy(sent, rgb565, before_bytes);
    memcpy(shown + y * SIZE, rgb565, before_bytes);
}

typedef struct worker {
    const pelt_picture *picture;
    uint32_t number;
} worker;

static void *work(void *argument)
{
    const worker *w = argument;
    for (int32_t i = w->picture->count - 1 - (int32_t)w->number; i >= 0; i -= 2) {
        pelt_band strip;
        pelt_picture_draw(&strip, w->picture, i, w->number);
        memcpy(shown + strip.first_line * SIZE, strip.colours,
               (size_t)strip.width * (size_t)strip.line_count * sizeof *shown);
    }
    return NULL;
}

/* Draws all strips, by panel() or by two threads from the bottom to the top. */
static void draw_strips(stage *s, int32_t lines, uint32_t buffers, uint32_t triangle_count,
                        bool threads, const char *name)
{
    const size_t bytes =
        (size_t)PELT_PICTURE_BYTES(SIZE, SIZE, lines, (int32_t)buffers, (int32_t)triangle_count);
    FREED uint32_t *memory = diag_calloc(bytes / 4 + 1, 4);
    pelt_picture picture;
    memory[bytes / 4] = 0x12345678u;
    check(pelt_picture_open(&picture, SIZE, SIZE, lines, buffers, memory, bytes) == PELT_OK,
          "%s: opening", name);
    picture.background = backdrop_paint;
    picture.own = &s->behind;
    pelt_picture_begin(&picture, &s->body);
    check((picture.words != 0) == (triangle_count != 0), "%s: bins do not fit", name);
    memset(shown, 0, sizeof shown);
    if (threads) {
        worker workers[2] = {{&picture, 0}, {&picture, 1}};
        pthread_t other;
        check(pthread_create(&other, NULL, work, &workers[1]) == 0, "%s: thread", name);
        work(&workers[0]);
        pthread_join(other, NULL);
    } else {
        in_order = stays = true;
        before = NULL;
        for (int i = 0; i < 2; i++) { /* pictures */
            next_line = 0;
            pelt_picture_show(&picture, panel, NULL);
            check(in_order && next_line == SIZE, "%s: strips do not follow each other", name);
        }
        check(stays || buffers < 2, "%s: a buffer changes while it is sent", name);
    }
    check(memory[bytes / 4] == 0x12345678u, "%s: more memory than PELT_PICTURE_BYTES", name);
}

static void compare(stage *s, const char *name, int moment, int *worst)
{
    static const int32_t lines[] = {8, 25, 1, 64, SIZE, 17};
    static uint16_t first[SIZE * SIZE];
    int far_off = 0;
    if (moment < MOMENTS) {
        draw_reference(s);
    } else {
        const pelt_band band = {plain.colours, plain.depths, SIZE, 0, SIZE, NULL};
        backdrop_paint(&band, &s->behind);
        reference_view(plain.colours, SIZE, SIZE, &s->body, skinned, s->body.cam.near_plane);
    }
    draw_strips(s, 16, 1, 2 * s->a.triangle_count, false, name);
    memcpy(first, shown, sizeof first);
    for (int i = 0; i < SIZE * SIZE; i++) {
        const int d = difference(plain.colours[i], first[i]);
        *worst = d > *worst ? d : *worst;
        far_off += d > 2;
    }
    if (moment >= MOMENTS)
        check(far_off <= SIZE * SIZE / 128, "%s, near: %d pixels are not those of rays", name,
              far_off);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        draw_strips(s, lines[i], 2, i % 2 ? 0 : 2 * s->a.triangle_count, i % 3 == 0, name);
        check(memcmp(first, shown, sizeof first) == 0, "%s: other strips, other pixels", name);
    }
}

static void model(const char *name)
{
    static pelt_draw_vertex seen[2][VERTICES];
    load_options options = LOAD_OPTIONS;
    FREED_BY(loaded_blob_free) loaded_blob blob = {0};
    stage s = {.body = {.model = &s.a.model, .vertices = seen[0], .shadows = seen[1]}};
    diag d = {0};
    int worst = 0;
    options.bake.order.clusters = strstr(name, "500") != NULL;
    if (!check(load_blob(&blob, name, &options, &d), "%s: %s", name, d.message))
        return;
    stage_open(&s.a, blob.bytes, blob.size_bytes);
    memcpy(s.body.shadow_colour, backdrop_shadow, sizeof backdrop_shadow);
    for (int moment = 0; moment < MOMENTS; moment++) {
        const actor_moment at = {.clip = s.a.model.clip_count > 0 ? 0 : PELT_NONE,
                                 .time = PELT_TICKS_PER_SECOND * moment / 4};
        s.body.flags = moment == 1 ? PELT_DRAW_TWO_SIDED : 0;
        actor_pose(&s.a, &at);
        look_at(&s, moment);
        compare(&s, name, moment, &worst);
    }
    printf("%s: channels differ by %d/31 at most\n", name, worst);
    check(worst <= 1, "%s: channels further off than 1/31", name);
    for (int moment = MOMENTS; s.a.triangle_count > 100 && moment < CLOSE; moment++) {
        s.body.flags = moment % 2 ? PELT_DRAW_TWO_SIDED : 0;
        look_at(&s, moment);
        check(pelt_draw_may_cross(&s.body), "%s: nothing crosses the nearest plane", name);
        compare(&s, name, moment, &worst);
    }
}

/// Vertices and pixels ////////////////////////////////////////////////////////////////////////////

/* A channel of a vertex as displayed. to: its normal, right, up, towards the camera */
static double shaded(const pelt_light *l, const double to[3], uint8_t colour, int c)
{
    const double lit =
        (1 +
         (to[0] * l->direction[0] + to[1] * l->direction[1] + to[2] * l->direction[2]) / 16384) /
        2;
    const double edge = fmin(1 - to[2], 1), bright = l->ambient[c] + l->lamp[c] * lit * lit;
    const double linear =
        fmin(colour / 255.0 * bright / 256 + l->rim[c] / 1024.0 * edge * edge * (1 + to[1]) / 2, 1);
    return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055);
}

/* Vertices from all sides under lamps on all sides, and their shadows, are those of double precision within
 * three camera units; dark colours lose most by rounding. */
static void vertices(void)
{
    const pelt_box_q16 box = {{-90000, -60000, -70000}, {90000, 140000, 80000}};
    pelt_light light = pelt_light_from_left;
    double off = 0, dark = 0, mean = 0;
    pelt_camera cam, still = {.distance = 0};
    pelt_camera_frame(&cam, &box, SIZE, SIZE);
    cam.light = &light;
    for (int i = 0; i < SIZE * SIZE; i++) {
        int32_t places[2][3], lamp[3];
        double to[3], at[3], lengths[2] = {0, 0};
        pelt_draw_vertex v[2];
        for (int c = 0; c < 3; c++) {
            places[0][c] = drawn(box.min[c], box.max[c]);
            places[1][c] = drawn(-65536, 65536);
            lamp[c] = drawn(-16384, 16384);
            lengths[0] += pow(places[1][c], 2);
            lengths[1] += pow(lamp[c], 2);
        }
        for (int c = 0; c < 3; c++) {
            places[1][c] = (int32_t)lrint(places[1][c] * 65536.0 / sqrt(lengths[0] + 1));
            light.direction[c] = (int16_t)lrint(lamp[c] * 16384 / sqrt(lengths[1] + 1));
        }
        const uint8_t colour[3] = {(uint8_t)i, (uint8_t)(i / SIZE), 255};
        pelt_camera_turn(&cam, (uint32_t)drawn(0, 65535), (uint32_t)drawn(0, 16384));
        pelt_draw_project(&v[0], &v[1], &cam, places[0], places[1], colour, colour);
        for (int k = 0; k < 2; k++) {
            reference_see(at, &cam, places[0], k == 1);
            const double unit = cam.focal / at[2] + 1; /* 1/16 pixel */
            off = fmax(off, fabs(at[0] * cam.focal / at[2] + cam.centre_x - v[k].x) / unit);
            off = fmax(off, fabs(cam.centre_y - at[1] * cam.focal / at[2] - v[k].y) / unit);
            off = fmax(off, fabs(32767.0 * cam.near_plane / at[2] - v[k].depth) /
                                (v[k].depth / at[2] + 1));
        }
        still.yaw_sine = cam.yaw_sine;
        still.yaw_cosine = cam.yaw_cosine;
        still.pitch_sine = cam.pitch_sine;
        still.pitch_cosine = cam.pitch_cosine;
        reference_see(at, &still, places[1], false);
        for (int c = 0; c < 3; c++)
            to[c] = (c == 2 ? -at[c] : at[c]) / 65536;
        for (int c = 0; c < 3; c++) {
            const double d = fabs(shaded(&light, to, colour[c], c) - (c == 0   ? v[0].r
                                                                      : c == 1 ? v[0].g
                                                                               : v[0].b));
            dark = fmax(dark, d);
            mean += d / (3.0 * SIZE * SIZE);
        }
    }
    check(off < 3 && dark < 10 && mean < 2, "vertices: %g camera units, colours %g, in the mean %g",
          off, dark, mean);
}

/* A picture's pixels of each kind, in a framebuffer whose rows have a gap: those of RGB565 converted. */
static void kinds(void)
{
    enum { WIDE = 48, TALL = 20, ROW = WIDE * 2 + 6 };
    static uint32_t memory[PELT_PICTURE_BYTES(WIDE, TALL, 8, 1, 0) / 4];
    static uint16_t all[PELT_PIXELS_MONO + 1][TALL * ROW / 2];
    double error = 0;
    int lit = 0, wrong = 0;
    for (int kind = PELT_PIXELS_RGB565; kind <= PELT_PIXELS_MONO; kind++) {
        backdrop behind = {.height = TALL, .low = INT32_MAX, .high = INT32_MIN};
        pelt_picture p;
        pelt_picture_open(&p, WIDE, TALL, 8, 1, memory, sizeof memory);
        p.background = backdrop_paint;
        p.own = &behind;
        p.pixels = (pelt_pixels)kind;
        memset(all[kind], 0xA5, sizeof all[kind]);
        check(pelt_picture_begin(&p, NULL) == PELT_OK &&
                  pelt_picture_store(&p, all[kind], ROW) == PELT_OK,
              "storing kind %d", kind);
    }
    const uint8_t *swapped = (const uint8_t *)all[PELT_PIXELS_RGB565_SWAPPED];
    const uint8_t *few = (const uint8_t *)all[PELT_PIXELS_RGB332];
    const uint8_t *bits = (const uint8_t *)all[PELT_PIXELS_MONO];
    for (int y = 0; y < TALL; y++) {
        for (int x = 0; x < WIDE; x++) {
            const uint32_t colour = all[PELT_PIXELS_RGB565][y * ROW / 2 + x];
            const uint8_t *two = swapped + y * ROW + 2 * x;
            wrong += two[is_big] != colour >> 8 || two[!is_big] != (colour & 255);
            error += (colour >> 5 & 63) / 63.0 - (few[y * ROW + x] >> 2 & 7) / 7.0;
            lit += bits[y * ROW + x / 8] >> (7 - x % 8) & 1;
        }
        wrong += few[y * ROW + WIDE] != 0xA5 || bits[y * ROW + WIDE / 8] != 0xA5;
    }
    check(wrong == 0, "%d swapped pixels or bytes beyond a row are wrong", wrong);
    check(fabs(error) / (WIDE * TALL) < 0.03, "dithered green is %g off in the mean",
          error / (WIDE * TALL));
    check(lit > WIDE * TALL / 10 && lit < WIDE * TALL * 9 / 10, "%d lit pixels", lit);
}

/// Soft shadows /////////////////////////////////////////////////////////////////////////////////////

/* How much of a pixel's colour an oval leaves, in double: its ray meets the ground where the square of the
 * distance from the middle, in half axes, is that. */
static double left_by_oval(const pelt_camera *cam, const pelt_box_q16 *box, int x, int y)
{
    const double ys = cam->yaw_sine / 16384.0, yc = cam->yaw_cosine / 16384.0;
    const double ps = cam->pitch_sine / 16384.0, pc = cam->pitch_cosine / 16384.0;
    const double right = (x * 16 + 8 - cam->centre_x) / (double)cam->focal;
    const double down = (y * 16 + 8 - cam->centre_y) / (double)cam->focal;
    const double fall = ps + down * pc, away = (cam->distance * ps - cam->ground) / fall;
    const double out = cam->distance * pc - away * (pc - down * ps), across = right * away;
    double sum = 0;
    for (int axis = 0; axis < 3; axis += 2) {
        const double at = axis == 0 ? across * yc - out * ys : across * ys + out * yc;
        const double low = box->min[axis] / (double)(1 << cam->shift) - cam->centre[axis];
        const double high = box->max[axis] / (double)(1 << cam->shift) - cam->centre[axis];
        sum += pow((at - (low + high) / 2) / ((high - low) / 2), 2);
    }
    return fall <= 0 || away < cam->near_plane ? 1 : fmin(sum, 1);
}

/* Ovals from many sides, long and round ones, in strips. */
static void ovals(void)
{
    static const uint16_t ground = PELT_RGB565(240, 160, 80);
    const pelt_model empty = {.blob = (const void *)&ground};
    pelt_draw_vertex none;
    for (int i = 0; i < 60; i++) {
        const pelt_box_q16 all = {{-90000, -60000, -70000}, {90000, 140000, 80000}};
        const int32_t x = drawn(-50000, 50000), z = drawn(-50000, 50000);
        const int32_t wide = drawn(10000, 90000), deep = drawn(wide / 4, wide * 3);
        const pelt_box_q16 box = {{x - wide, 0, z - deep}, {x + wide, 0, z + deep}};
        pelt_body body = {.model = &empty,
                          .vertices = &none,
                          .shadow_box = &box,
                          .shadow_colour = {40, 80, 16, 0}};
        double worst = 0;
        int covered = 0, lines = drawn(1, SIZE);
        pelt_camera_frame(&body.cam, &all, SIZE, SIZE);
        pelt_camera_turn(&body.cam, (uint32_t)drawn(0, 65535), (uint32_t)drawn(500, 16384));
        for (int k = 0; k < SIZE * SIZE; k++)
            tested.colours[k] = ground;
        memset(tested.depths, 0, sizeof tested.depths);
        for (int32_t y = 0; y < SIZE; y += lines) {
            const pelt_band strip = {tested.colours + y * SIZE,           tested.depths, SIZE, y,
                                     SIZE - y < lines ? SIZE - y : lines, NULL};
            check(pelt_body_draw(&body, &strip) == PELT_OK, "an oval");
        }
        for (int k = 0; k < SIZE * SIZE; k++) {
            const double left = left_by_oval(&body.cam, &box, k % SIZE, k / SIZE);
            const double wanted = 20 + (10 - 20) * (1 - left);
            const double red = 30 + (5 - 30) * (1 - left), blue = 10 + (2 - 10) * (1 - left);
            worst = fmax(worst, fabs((tested.colours[k] >> 5 & 63) - wanted * 2) / 2);
            worst = fmax(worst, fabs((tested.colours[k] >> 11) - red));
            worst = fmax(worst, fabs((tested.colours[k] & 31) - blue));
            covered += tested.colours[k] != ground;
        }
        check(worst <= 2 && covered > 100, "oval %d: %g of 31 off, %d pixels", i, worst, covered);
    }
}

/// Bad numbers ////////////////////////////////////////////////////////////////////////////////////

static void refusals(void)
{
    static uint32_t memory[PELT_PICTURE_BYTES(32, 16, 4, 1, 0) / 4];
    static const struct {
        int32_t width, height, lines;
        uint32_t buffers;
        size_t less;
    } bad[] = {{0, 16, 4, 1, 0},   {32, 0, 4, 1, 0},  {32, 16, 0, 1, 0},
               {32, 16, 17, 1, 0}, {32, 16, 4, 0, 0}, {32, 16, 4, 3, 0},
               {32, 16, 4, 2, 0},  {32, 16, 4, 1, 1}, {PELT_PICTURE_MAX + 1, 1, 1, 1, 0}};
    pelt_picture s;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check(pelt_picture_open(&s, bad[i].width, bad[i].height, bad[i].lines, bad[i].buffers,
                                memory, sizeof memory - bad[i].less) != PELT_OK,
              "opening: bad numbers");
    check(pelt_picture_open(&s, 32, 16, 4, 1, memory, sizeof memory) == PELT_OK,
          "opening: good numbers");
}

/// Textures ///////////////////////////////////////////////////////////////////////////////////////

/* Draws a square as two triangles in an empty picture. */
static void draw_square(const pelt_draw_vertex corners[4], const pelt_texel_place places[4],
                        const pelt_texture_info *t)
{
    const pelt_band band = {tested.colours, tested.depths, SIZE, 0, SIZE, NULL};
    memset(&tested, 0, sizeof tested);
    for (int i = 0; i < 2; i++)
        pelt_triangle_draw_textured(
            &band, (const pelt_draw_vertex *[]){&corners[0], &corners[1 + i], &corners[2 + i]},
            (const pelt_texel_place[]){places[0], places[1 + i], places[2 + i]}, t, 0);
}

/* Expects each pixel of a square of 64 x 64 pixels, on which a texture of 8 x 4 texels of a kind lies
 * `times` times and a corner beyond its origin, to be its texel as it is: the light is white.
 * beside: texels, a multiple of 16, by which the square is moved over the texture */
static void check_square(pelt_texels kind, pelt_wrap wrap, uint32_t clear, int32_t beside)
{
    static const uint16_t direct[4][8] = {
        {0xF800, 0x07E0, 0x001F, 0xFFFF, 0x1234, 0x8410, 0, 0xABCD},
        {1, 2, 3, 4, 5, 6, 7, 8},
        {0x8000, 0x4000, 0x2000, 0x1000, 0x800, 0x400, 0x200, 0x100},
        {9, 99, 999, 9999, 59999, 49999, 39999, 29999}};
    uint16_t colours[256] = {0};
    uint8_t rows[4][8] = {{0}};
    pelt_texture_info t = {.rows = direct,
                           .width = 8,
                           .height = 4,
                           .row_bytes = 16,
                           .clear = clear,
                           .texels = (uint8_t)kind,
                           .wrap_across = (uint8_t)wrap,
                           .wrap_down = (uint8_t)wrap};
    for (uint32_t i = 0; i < 32 && kind != PELT_TEXELS_RGB565; i++) {
        const uint32_t texel = kind == PELT_TEXELS_I4 ? i % 16 : 200 - i;
        colours[texel] = kind == PELT_TEXELS_I4 ? direct[i / 8 % 2][i % 8] : direct[i / 8][i % 8];
        rows[i / 8][kind == PELT_TEXELS_I4 ? i % 8 / 2 : i % 8] |=
            (uint8_t)(kind == PELT_TEXELS_I4 && i % 2 == 1 ? texel << 4 : texel);
        t.rows = rows;
        t.colours = colours;
        t.row_bytes = 8;
    }
    const pelt_draw_vertex corners[4] = {{160, 160, 500, 255, 255, 255, 0},
                                         {160, 1184, 500, 255, 255, 255, 0},
                                         {1184, 1184, 500, 255, 255, 255, 0},
                                         {1184, 160, 500, 255, 255, 255, 0}};
    /* From -4 to 12 texels across, -2 to 6 down: four pixels a texel across, eight down. */
    pelt_texel_place places[4] = {{-64, -32}, {-64, 96}, {192, 96}, {192, -32}};
    for (int i = 0; i < 4; i++) {
        places[i].u += beside * 16;
        places[i].v -= beside * 16;
    }
    draw_square(corners, places, &t);
    uint32_t missing = 0, beyond = 0, wrong = 0;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const bool in = x >= 10 && x < 74 && y >= 10 && y < 74;
            const int32_t u = reference_wrapped((x - 10) / 4 - 4 + beside, 8, wrap);
            const int32_t v = reference_wrapped((y - 10) / 8 - 2 - beside, 4, wrap);
            const uint16_t colour = kind == PELT_TEXELS_I4 ? direct[v % 2][u] : direct[v][u];
            const uint32_t texel = kind == PELT_TEXELS_I4   ? (uint32_t)(v * 8 + u) % 16
                                   : kind == PELT_TEXELS_I8 ? 200u - (uint32_t)(v * 8 + u)
                                                            : colour;
            const bool drawn_here = tested.depths[y * SIZE + x] != 0;
            missing += in && !drawn_here && texel != clear ? 1u : 0u;
            beyond += drawn_here && (!in || texel == clear) ? 1u : 0u;
            wrong += in && drawn_here && tested.colours[y * SIZE + x] != colour ? 1u : 0u;
        }
    }
    check(
        wrong == 0 && missing == 0 && beyond == 0,
        "texels %d, wrap %d, %d texels beside: %u pixels of another colour, %u missing, %u beyond",
        (int)kind, (int)wrap, (int)beside, wrong, missing, beyond);
}

/* Expects a floor that goes away from the viewer, to three times the distance, to show the texels that
 * are there, but for their edges; a linear place would be many texels off. */
static void check_floor(void)
{
    static uint8_t rows[64][64];
    uint16_t colours[256];
    const pelt_texture_info t = {
        rows,           colours, "", 64, 64, 64, 256, PELT_NONE, PELT_TEXELS_I8, PELT_WRAP_CLAMP,
        PELT_WRAP_CLAMP};
    const double width = SIZE - 20.0, height = SIZE - 40.0;
    const pelt_draw_vertex corners[4] = {
        {(int16_t)(160 + width * 16 / 3), 320, 3000, 255, 255, 255, 0},
        {160, (int16_t)(320 + height * 16), 9000, 255, 255, 255, 0},
        {(int16_t)(160 + width * 16), (int16_t)(320 + height * 16), 9000, 255, 255, 255, 0},
        {(int16_t)(160 + width * 32 / 3), 320, 3000, 255, 255, 255, 0}};
    const pelt_texel_place places[4] = {{0, 0}, {0, 1024}, {1024, 1024}, {1024, 0}};
    uint32_t drawn_here = 0, wrong = 0;
    for (int i = 0; i < 256; i++)
        colours[i] = (uint16_t)(i * 257);
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            rows[y][x] = (uint8_t)(y * 4);
    draw_square(corners, places, &t);
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            if (tested.depths[y * SIZE + x] != 0) {
                const double down =
                    (y + 0.5 - 20) / height; /* of the screen; 1 / distance: 1 to 3 */
                const double place = 64 * 3 * down / (1 + 2 * down);
                const bool edge = fabs(place - round(place)) < 0.3;
                drawn_here++;
                wrong += !edge && difference(tested.colours[y * SIZE + x],
                                             colours[(int)place * 4 & 255]) > 1;
            }
    check(drawn_here > 4000 && wrong == 0, "a floor: %u of %u pixels show another texel", wrong,
          drawn_here);
}

static void textures(void)
{
    check_floor();
    for (int kind = PELT_TEXELS_I4; kind <= PELT_TEXELS_RGB565; kind++)
        for (int wrap = PELT_WRAP_REPEAT; wrap <= PELT_WRAP_CLAMP; wrap++)
            for (int beside = -3072; beside <= 3072; beside += 3072)
                check_square((pelt_texels)kind, (pelt_wrap)wrap, kind == PELT_TEXELS_I8 ? 198 : 7,
                             beside);
}

int main(int argc, char **argv)
{
    diag_set_warnings(false);
    triangles();
    textures();
    vertices();
    kinds();
    ovals();
    refusals();
    for (int i = 1; i < argc; i++)
        model(argv[i]);
    return check_end();
}
