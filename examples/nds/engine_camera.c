/* SPDX-License-Identifier: MIT */
/* The demo's camera on the geometry engine, see engine_camera.h. */
#include "engine_camera.h"

#include "engine.h"

#define ONE 4096 /* 20.12 */

/* Directions to the lamp of camera.c, and to a weaker one on the other side; Q14. */
static const int32_t lamps[2][3] = {{-8192, 10650, 9339}, {12000, 2000, 9000}};
static const uint32_t colours[2] = {RGB5(31, 29, 26), RGB5(7, 9, 14)};

/* Converts camera units to model units in 20.12. */
static int32_t length(const pelt_camera *cam, int32_t units)
{
    return cam->shift >= 4u ? units * (1 << (cam->shift - 4u)) : units >> (4u - cam->shift);
}

/* A row vector times three numbers in Q14. */
static int32_t product(const int32_t row[3], const int32_t v[3])
{
    return (int32_t)(((int64_t)row[0] * v[0] + (int64_t)row[1] * v[1] + (int64_t)row[2] * v[2]) >>
                     14);
}

/* The rows of camera.c's turns: right, up, towards the camera; Q14. */
static void axes(int32_t rows[3][3], const pelt_camera *cam)
{
    const int32_t ys = cam->yaw_sine, yc = cam->yaw_cosine;
    const int32_t ps = cam->pitch_sine, pc = cam->pitch_cosine;

    rows[0][0] = yc;
    rows[0][1] = 0;
    rows[0][2] = ys;
    rows[1][0] = (ys * ps) >> 14;
    rows[1][1] = pc;
    rows[1][2] = -((yc * ps) >> 14);
    rows[2][0] = -((ys * pc) >> 14);
    rows[2][1] = ps;
    rows[2][2] = (yc * pc) >> 14;
}

/*
 * Sets column c of the engine's matrix, the weights of x, y, z and 1 in component c of the result:
 * scale times a row of the turn, from the centre, plus an offset.
 */
static void column(int32_t m[16], unsigned c, const int32_t row[3], int32_t scale, int32_t offset,
                   const int32_t centre[3])
{
    for (unsigned i = 0; i < 3u; i++)
        m[4u * i + c] = (int32_t)((int64_t)row[i] * scale >> 14);
    m[12u + c] = offset - (int32_t)((int64_t)product(row, centre) * scale / ONE);
}

/* w is the distance from the camera, z runs from -w near to w far. */
static void load_projection(const pelt_camera *cam, int32_t rows[3][3])
{
    const int32_t distance = length(cam, cam->distance);
    const int32_t near = length(cam, cam->near), far = 2 * distance - near;
    const int32_t slope = (int32_t)((int64_t)(far + near) * ONE / (far - near));
    const int32_t start = (int32_t)(2 * (int64_t)far * near / (far - near));
    int32_t centre[3], m[16];

    for (int i = 0; i < 3; i++)
        centre[i] = length(cam, cam->centre[i]);
    /* focal is in sixteenths of a pixel, relative to half a screen. */
    column(m, 0, rows[0], cam->focal * ONE / (8 * ENGINE_WIDTH), 0, centre);
    column(m, 1, rows[1], cam->focal * ONE / (8 * ENGINE_HEIGHT), 0, centre);
    column(m, 2, rows[2], -slope, (int32_t)((int64_t)slope * distance / ONE) - start, centre);
    column(m, 3, rows[2], -ONE, distance, centre);
    MTX_MODE = MODE_PROJECTION;
    engine_load_4x4(m);
}

/* Lights stay with the camera; the engine takes the directions in which they shine, in Q9. */
static void load_lights(int32_t rows[3][3])
{
    for (uint32_t light = 0; light < 2u; light++) {
        uint32_t packed = light << 30;

        for (uint32_t i = 0; i < 3u; i++) {
            int32_t towards = 0;

            for (uint32_t k = 0; k < 3u; k++)
                towards += (rows[k][i] * lamps[light][k]) >> 14;
            packed |= ((uint32_t)(-towards >> 5) & 1023u) << (10u * i);
        }
        LIGHT_VECTOR = packed;
        LIGHT_COLOR = light << 30 | colours[light];
    }
}

void engine_camera_load(const pelt_camera *cam)
{
    int32_t rows[3][3];

    axes(rows, cam);
    load_projection(cam, rows);
    MTX_MODE = MODE_BOTH;
    MTX_IDENTITY = 0;
    load_lights(rows);
}
