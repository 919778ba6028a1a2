/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "board.h"
#include "crc32.h"
#include "draw.h"
#include "portrait.h"
#include "recording.h"
#include "text.h"

#define WIDTH 128
#define HEIGHT 96
#define TILES 16 /* of the ground, along a side */

static uint16_t colours[WIDTH * HEIGHT], depths[WIDTH * HEIGHT];
static raster_vertex seen[SCENE_VERTICES];
static const raster_band band = {colours, depths, WIDTH, 0, HEIGHT, 0};
static camera cam;

/// Ground ///////////////////////////////////////////////////////////////////////////////////////

static void corner(raster_vertex *out, int32_t x, int32_t z, scene_ground *ground, bool bright)
{
    static const uint8_t tints[2][3] = {{46, 92, 40}, {64, 118, 52}};
    const int32_t position[3] = {x, ground(x, z), z};
    camera_vertex(out, &cam, position, NULL, tints[bright]);
}

/* A chequered field of tiles that do not move with the camera. */
static void draw_ground(const pelt_matrix_q16 *place, int32_t size, scene_ground *ground)
{
    const int32_t first_x = place->m[3] / size - TILES / 2;
    const int32_t first_z = place->m[11] / size - TILES / 2;
    for (int32_t i = 0; i < TILES * TILES; i++) {
        const int32_t column = first_x + i % TILES, row = first_z + i / TILES;
        raster_vertex at[4];
        for (int32_t k = 0; k < 4; k++)
            corner(&at[k], (column + k % 2) * size, (row + k / 2) * size, ground,
                   ((column + row) & 1) != 0);
        raster_triangle(&band, &at[0], &at[2], &at[1], RASTER_TWO_SIDED);
        raster_triangle(&band, &at[1], &at[2], &at[3], RASTER_TWO_SIDED);
    }
}

void scene_begin(const pelt_matrix_q16 *place, int32_t size, uint32_t yaw, scene_ground *ground)
{
    camera_box box;
    camera_box_empty(&box);
    for (int32_t side = -1; side <= 1; side += 2) {
        const int32_t position[3] = {place->m[3] + side * size,
                                     place->m[7] + size / 2 + side * (size / 2),
                                     place->m[11] + side * size};
        camera_box_add(&box, position);
    }
    camera_frame(&cam, &box, WIDTH, HEIGHT);
    camera_turn(&cam, yaw >> 16, 2600);
    cam.near /= 4;
    backdrop_sky(&band, HEIGHT);
    raster_clear_depths(&band);
    draw_ground(place, size, ground);
}

/// Culling //////////////////////////////////////////////////////////////////////////////////////

static int32_t transformed(const pelt_matrix_q16 *matrix, uint32_t row, const int32_t p[3])
{
    const int32_t *m = matrix->m + 4 * row;
    return (int32_t)(((int64_t)m[0] * p[0] + (int64_t)m[1] * p[1] + (int64_t)m[2] * p[2]) >> 16) +
           m[3];
}

/* To the right, up, and towards the camera, in camera units. */
static void to_camera(int64_t out[3], const int32_t p[3])
{
    int64_t at[3];
    for (uint32_t i = 0; i < 3; i++)
        at[i] = (p[i] >> cam.shift) - (int64_t)cam.centre[i];
    out[0] = (at[0] * cam.yaw_cosine + at[2] * cam.yaw_sine) >> 14;
    const int64_t ahead = (at[2] * cam.yaw_cosine - at[0] * cam.yaw_sine) >> 14;
    out[2] = (ahead * cam.pitch_cosine + at[1] * cam.pitch_sine) >> 14;
    out[1] = (at[1] * cam.pitch_cosine - ahead * cam.pitch_sine) >> 14;
}

/* Not where all corners are beyond the same side of what the camera sees. */
bool scene_sees(const pelt_box_q16 *box, const pelt_matrix_q16 *place)
{
    uint32_t beyond = 31;
    for (uint32_t k = 0; k < 8; k++) {
        const int32_t p[3] = {k & 1u ? box->max[0] : box->min[0],
                              k & 2u ? box->max[1] : box->min[1],
                              k & 4u ? box->max[2] : box->min[2]};
        const int32_t world[3] = {transformed(place, 0, p), transformed(place, 1, p),
                                  transformed(place, 2, p)};
        int64_t at[3];
        to_camera(at, world);
        const int64_t away = cam.distance - at[2];
        const int64_t x = at[0] * cam.focal, y = at[1] * cam.focal;
        beyond &= (x < -away * cam.centre_x ? 1u : 0u) |
                  (x > away * (WIDTH * 16 - cam.centre_x) ? 2u : 0u) |
                  (y > away * cam.centre_y ? 4u : 0u) |
                  (y < -away * (HEIGHT * 16 - cam.centre_y) ? 8u : 0u) |
                  (away < cam.near ? 16u : 0u);
    }
    return beyond == 0;
}

/// Characters ///////////////////////////////////////////////////////////////////////////////////

static void to_world(pelt_vertex_q16 *vertex, const pelt_matrix_q16 *place, int32_t shift)
{
    int32_t p[3], n[3];
    for (uint32_t i = 0; i < 3; i++)
        p[i] = shift < 0 ? vertex->position[i] >> -shift : vertex->position[i] * (1 << shift);
    for (uint32_t i = 0; i < 3; i++) {
        vertex->position[i] = transformed(place, i, p);
        n[i] = transformed(place, i, vertex->normal) - place->m[4 * i + 3];
    }
    for (uint32_t i = 0; i < 3; i++)
        vertex->normal[i] = n[i];
}

void scene_draw(const pelt_model *model, pelt_vertex_q16 *vertices, uint32_t count,
                const pelt_matrix_q16 *place, int32_t shift)
{
    portrait body = {model, cam, seen, NULL, 0, NULL};
    const raster_vertex *corners[3];
    pelt_mesh_info info;
    portrait_part part;
    expect(count <= SCENE_VERTICES, "too many vertices");
    for (uint32_t i = 0; i < count; i++)
        to_world(&vertices[i], place, shift);
    for (uint32_t mesh = 0; pelt_mesh_get(&info, model, mesh) == PELT_OK; mesh++) {
        portrait_place(&body, mesh, vertices->position, 0, info.vertex_count);
        vertices += info.vertex_count;
    }
    for (portrait_first(&part, &body); part.body != NULL; portrait_next(&part))
        for (uint32_t i = 0; i < part.triangle_count; i++) {
            portrait_corners(corners, &part, i);
            raster_triangle(&band, corners[0], corners[1], corners[2], part.flags);
        }
}

void scene_end(uint32_t picture_count)
{
    static recording film;
    if (film.width == 0) {
        film = (recording){-1, 0, 0, WIDTH, HEIGHT, 16, (uint16_t)picture_count, 500};
        (void)recording_open(&film);
    }
    if (film.file >= 0)
        recording_add_pixels(&film, colours, WIDTH * HEIGHT);
    board_puts("picture ");
    board_put_hex8(crc32_add(0, (const uint8_t *)colours, sizeof colours));
    board_puts("\n");
}
