/* SPDX-License-Identifier: MIT */
/* Stands in for a game, see scene.h. */
#include "scene.h"

#include "backdrop.h"
#include "crc32.h"
#include "draw.h"
#include "pelt/draw.h"
#include "recording.h"
#include "text.h"

#define WIDTH 128
#define HEIGHT 96
#define TILES 16 /* along a side of the ground */
#define PICTURES 8u
#define PICTURE_MS (SCENE_MS / PICTURES)

static uint16_t colours[WIDTH * HEIGHT], depths[WIDTH * HEIGHT];
static pelt_draw_vertex seen[SCENE_VERTICES];
static const pelt_band band = {colours, depths, WIDTH, 0, HEIGHT, NULL};
static pelt_camera cam;
static int32_t shift; /* glTF units are the world's times 2^shift */
static uint32_t checksum, drawn;

/// The game /////////////////////////////////////////////////////////////////////////////////////

/* Half a second each, the player stands, walks, runs, jumps, waves, looks, turns back, and walks on the
 * spot. */
scene_pad scene_read(uint32_t ms)
{
    static const int32_t speeds[PICTURES] = {0, 65536, 131072, 131072, 65536, 0, 0, 65536};
    const uint32_t picture = ms / PICTURE_MS;
    const bool begins = ms % PICTURE_MS < SCENE_FRAME_MS;
    const scene_pad pad = {speeds[picture], picture == 5u, picture == 7u, begins && picture == 3u,
                           begins && picture == 4u};
    return pad;
}

/* The first character has no other ahead or behind. */
pelt_root_q16 scene_start(uint32_t index, int32_t length)
{
    const int32_t i = (int32_t)index, aside = i == 0 ? 0 : 4 * length;
    const pelt_root_q16 place = {{aside + length * 3 / 2 * (i % 5), 0, -2 * length * (i / 5)}, 0};
    return place;
}

/* The ground rises to the left, and a little ahead. */
static int32_t height(int32_t x, int32_t z)
{
    return x / 4 + z / 16;
}

int32_t scene_ground(const pelt_root_q16 *place)
{
    return height(place->translation[0], place->translation[2]);
}

int32_t scene_rise(int32_t to[3], const pelt_matrix_q16 *joint, const pelt_root_q16 *place)
{
    const pelt_root_q16 step = {{joint->m[3], joint->m[7], joint->m[11]}, 0};
    pelt_root_q16 at = *place;
    expect(pelt_root_move_q16(&at, &step) == PELT_OK, "the world ends");
    const int32_t rise = scene_ground(&at) - place->translation[1];
    to[0] = joint->m[3];
    to[1] = joint->m[7] + rise;
    to[2] = joint->m[11];
    return rise;
}

void scene_bird(int32_t bird[3], const pelt_root_q16 *place)
{
    static const int32_t up[3] = {0, 1, 0}, at[3] = {30, 50, 60};
    int32_t turn[4];
    for (uint32_t k = 0; k < 3; k++)
        bird[k] = at[k] * 65536 - place->translation[k];
    pelt_rotation_build_about_q16(turn, up, -place->yaw);
    pelt_rotation_apply_q16(bird, turn, bird);
}

void scene_hear(const char *name)
{
    board_put_line("event", name);
}

/// The ground ///////////////////////////////////////////////////////////////////////////////////

static void corner(pelt_draw_vertex *out, int32_t x, int32_t z, bool bright)
{
    static const uint8_t tints[2][3] = {{46, 92, 40}, {64, 118, 52}};
    const int32_t position[3] = {x, height(x, z), z};
    pelt_camera_project(out, &cam, position, NULL, tints[bright]);
}

/* Draws a chequered field of tiles that do not move with the camera. */
static void draw_ground(const pelt_root_q16 *place, int32_t size)
{
    const int32_t first_x = place->translation[0] / size - TILES / 2;
    const int32_t first_z = place->translation[2] / size - TILES / 2;
    for (int32_t i = 0; i < TILES * TILES; i++) {
        const int32_t column = first_x + i % TILES, row = first_z + i / TILES;
        pelt_draw_vertex at[4];
        for (int32_t k = 0; k < 4; k++)
            corner(&at[k], (column + k % 2) * size, (row + k / 2) * size,
                   ((column + row) & 1) != 0);
        pelt_triangle_draw(&band, &at[0], &at[2], &at[1], PELT_DRAW_TWO_SIDED);
        pelt_triangle_draw(&band, &at[1], &at[2], &at[3], PELT_DRAW_TWO_SIDED);
    }
}

bool scene_begin(uint32_t ms, const pelt_root_q16 *place, int32_t unit_shift)
{
    const int32_t size = unit_shift < 0 ? 65536 << -unit_shift : 65536 >> unit_shift;
    const int32_t *at = place->translation;
    pelt_box_q16 box = pelt_box_nothing;
    if ((ms + SCENE_FRAME_MS) % PICTURE_MS >= SCENE_FRAME_MS)
        return false;
    shift = unit_shift;
    for (int32_t side = -1; side <= 1; side += 2) {
        const int32_t position[3] = {at[0] + side * size, at[1] + size * (3 + 3 * side) / 4,
                                     at[2] + side * size};
        pelt_box_add_q16(&box, position);
    }
    pelt_camera_frame(&cam, &box, WIDTH, HEIGHT);
    pelt_camera_turn(&cam, ms * 14u, 2600); /* a turn in 4.7 s, from 14 degrees above */
    cam.near_plane /= 2;
    drawn = 0;
    backdrop_sky(&band, HEIGHT);
    pelt_band_clear(&band);
    draw_ground(place, size);
    return true;
}

/// Culling //////////////////////////////////////////////////////////////////////////////////////

static int32_t transformed(const pelt_matrix_q16 *matrix, uint32_t row, const int32_t p[3])
{
    const int32_t *m = matrix->m + 4 * row;
    return (int32_t)(((int64_t)m[0] * p[0] + (int64_t)m[1] * p[1] + (int64_t)m[2] * p[2]) >> 16) +
           m[3];
}

/* Computes the distances to the right, up, and towards the camera, in camera units. */
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

/* A box is out of sight if all its corners are beyond the same side of the camera's view. */
bool scene_sees(const pelt_box_q16 *box, const pelt_root_q16 *place)
{
    pelt_matrix_q16 matrix;
    uint32_t beyond = 31;
    pelt_root_matrix_get_q16(&matrix, place);
    for (uint32_t k = 0; k < 8; k++) {
        const int32_t p[3] = {k & 1u ? box->max[0] : box->min[0],
                              k & 2u ? box->max[1] : box->min[1],
                              k & 4u ? box->max[2] : box->min[2]};
        const int32_t world[3] = {transformed(&matrix, 0, p), transformed(&matrix, 1, p),
                                  transformed(&matrix, 2, p)};
        int64_t at[3];
        to_camera(at, world);
        const int64_t away = cam.distance - at[2];
        const int64_t x = at[0] * cam.focal, y = at[1] * cam.focal;
        beyond &= (x < -away * cam.centre_x ? 1u : 0u) |
                  (x > away * (WIDTH * 16 - cam.centre_x) ? 2u : 0u) |
                  (y > away * cam.centre_y ? 4u : 0u) |
                  (y < -away * (HEIGHT * 16 - cam.centre_y) ? 8u : 0u) |
                  (away < cam.near_plane ? 16u : 0u);
    }
    return beyond == 0;
}

/// Characters ///////////////////////////////////////////////////////////////////////////////////

/* The units of the vertices are the world's times 2^up. */
static void to_world(pelt_vertex_q16 *vertex, const pelt_matrix_q16 *place, int32_t up)
{
    int32_t p[3], n[3];
    for (uint32_t i = 0; i < 3; i++)
        p[i] = up < 0 ? vertex->position[i] >> -up : vertex->position[i] * (1 << up);
    for (uint32_t i = 0; i < 3; i++) {
        vertex->position[i] = transformed(place, i, p);
        n[i] = transformed(place, i, vertex->normal) - place->m[4 * i + 3];
    }
    for (uint32_t i = 0; i < 3; i++)
        vertex->normal[i] = n[i];
}

void scene_draw(const pelt_model *model, pelt_vertex_q16 *vertices, uint32_t count,
                const pelt_root_q16 *place)
{
    const pelt_body body = {.model = model, .cam = cam, .vertices = seen};
    pelt_matrix_q16 matrix;
    pelt_mesh_info info;
    expect(count <= SCENE_VERTICES, "too many vertices");
    pelt_root_matrix_get_q16(&matrix, place);
    checksum = crc32_add_words(checksum, vertices->position, count * (sizeof *vertices / 4));
    for (uint32_t i = 0; i < count; i++)
        to_world(&vertices[i], &matrix, model->unit_shift - shift);
    for (uint32_t mesh = 0; pelt_mesh_get(&info, model, mesh) == PELT_OK; mesh++) {
        pelt_body_project(&body, mesh, vertices, 0, info.vertex_count);
        vertices += info.vertex_count;
    }
    pelt_body_draw(&body, &band);
    drawn++;
}

void scene_end(void)
{
    static recording film = {-1, 0, 0, WIDTH, HEIGHT, 16, PICTURES, PICTURE_MS};
    static bool is_open;
    if (!is_open)
        (void)recording_open(&film);
    is_open = true;
    board_print("picture of %u models, vertices %08x, pixels %08x\n", drawn, checksum,
                crc32_add(0, (const uint8_t *)colours, sizeof colours));
    if (film.file >= 0)
        recording_add_pixels(&film, colours, WIDTH * HEIGHT);
}
