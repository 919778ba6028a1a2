/* SPDX-License-Identifier: MIT */
/* The camera of the Game Boy Advance's renderer. */
#include "projection.h"

#include "console.h"
#include "draw.h"

#define PITCH 2000u     /* looking down, 1/65536 turns */
#define HALF_PICTURE 62 /* pixels from the model's middle to its head */
#define HALF_ACROSS 108 /* and at most to its side, as it turns */
#define FOCAL_TABLE                                                                                \
    4096 /* the largest with which the turntable (scene.c) lies within its objects */
#define CENTRE_X (PROJECTION_CENTRE_X * PROJECTION_SUBPIXELS)
#define CENTRE_Y (PROJECTION_CENTRE_Y * PROJECTION_SUBPIXELS)
#define SCALES 512u
#define SCALE_BITS 13 /* scales are below 3, or 6 zoomed, so that they have 16 bits */

/* 1/8 pixels per camera unit, by distance. */
static CONSOLE_FAST uint16_t scales[SCALES];
static uint16_t fitting[SCALES]; /* the same, not zoomed */

static int32_t ground; /* height below the model's middle, in camera units */
static int32_t focal;  /* 1/8 pixels, at a distance of one unit, not zoomed */
/* Q8: the factor by which a low model's camera is nearer, so that the turntable keeps its place. */
static int32_t nearer;
static int32_t unit_shift; /* model units to camera units */
static int32_t middle[2];  /* y and z of the model's middle, tilted, in camera units */
static int32_t pitch_sine, pitch_cosine; /* Q14 */
static int32_t axes[2];                  /* x and z of the axis about which the model turns, Q16 */
static uint16_t roots[PROJECTION_JOINTS_MAX];
static uint32_t root_count;

static void find_roots(const pelt_model *model)
{
    pelt_joint_info info;
    for (uint32_t joint = 0; joint < model->joint_count; joint++)
        if (pelt_joint_get(&info, model, joint) == PELT_OK && info.parent == PELT_NO_JOINT)
            roots[root_count++] = (uint16_t)joint;
}

/* The model turns about its origin, or about its middle if the origin lies outside. */
static int32_t axis_of(int32_t low, int32_t high)
{
    return low <= 0 && high >= 0 ? 0 : low / 2 + high / 2;
}

/* How far the model reaches from the axis to any side, in camera units below 2^12, at least 1. */
static int32_t reach_of(const pelt_vertex_q16 *vertices, uint32_t count)
{
    int32_t most = 0, reach = 1;
    for (; count > 0u; count--, vertices++) {
        const int32_t x = (vertices->position[0] - axes[0]) >> unit_shift;
        const int32_t z = (vertices->position[2] - axes[1]) >> unit_shift;
        most = x * x + z * z > most ? x * x + z * z : most;
    }
    while (reach * reach <= most)
        reach++;
    return reach;
}

/* The focal length with which the model fills the picture, and does not leave it as it turns. */
static int32_t focal_of(int32_t across)
{
    const int32_t by_height = HALF_PICTURE * PROJECTION_SUBPIXELS * PROJECTION_DISTANCE / -ground;
    const int32_t by_width = HALF_ACROSS * PROJECTION_SUBPIXELS * PROJECTION_DISTANCE / across;
    return by_height < by_width ? by_height : by_width;
}

void projection_open(const pelt_model *model, const pelt_box_q16 *box,
                     const pelt_vertex_q16 *vertices, uint32_t count)
{
    static const int32_t empty_low[3] = {-512, -512, -512}, empty_high[3] = {512, 512, 512};
    const int32_t *low = box->min, *high = box->max;
    if (low[0] > high[0]) /* there are no vertices */
        low = empty_low, high = empty_high;
    pitch_sine = pelt_sine_get(PITCH);
    pitch_cosine = pelt_sine_get(PITCH + PELT_TURN / 4u);
    for (uint32_t i = 0; i < 3u; i++)
        while ((high[i] / 2 - low[i] / 2) >> unit_shift >= PROJECTION_REACH / 2)
            unit_shift++;
    axes[0] = axis_of(low[0], high[0]);
    axes[1] = axis_of(low[2], high[2]);
    while (reach_of(vertices, count) >= PROJECTION_REACH) /* the axis is not in the middle */
        unit_shift++;
    middle[0] = ((high[1] / 2 + low[1] / 2) >> unit_shift) * pitch_cosine >> 14;
    middle[1] = ((high[1] / 2 + low[1] / 2) >> unit_shift) * pitch_sine >> 14;
    ground = -((high[1] / 2 - low[1] / 2) >> unit_shift);
    ground = ground < 0 ? ground : -1;
    focal = focal_of(reach_of(vertices, count));
    nearer = focal > FOCAL_TABLE ? focal * 256 / FOCAL_TABLE : 256;
    for (uint32_t i = 0; i < SCALES; i++) {
        const uint32_t away =
            PROJECTION_DISTANCE + PROJECTION_REACH - i * (2u * PROJECTION_REACH / SCALES);
        fitting[i] = (uint16_t)(((uint32_t)focal << SCALE_BITS) / away);
    }
    projection_zoom(PROJECTION_ZOOM);
    find_roots(model);
}

void projection_zoom(uint32_t zoom)
{
    for (uint32_t i = 0; i < SCALES; i++)
        scales[i] = (uint16_t)(fitting[i] * zoom / PROJECTION_ZOOM);
}

/// The ground ///////////////////////////////////////////////////////////////////////////////////

/* The ray through a pixel is (X, Y, -1) from the eye; t of it reaches the ground where t Y cosine +
 * (distance - t) sine = ground. Below the horizon Y is less than sine / cosine, and the ray goes down. */
projection_line projection_under(int32_t y)
{
    projection_line line;
    const int32_t ray_y = (CENTRE_Y - y * PROJECTION_SUBPIXELS - 4) * 16384 / focal;
    const int32_t down = pitch_sine - ((ray_y * pitch_cosine) >> 14);
    const int32_t t = (PROJECTION_DISTANCE * pitch_sine - ground * 16384) / down;
    const int32_t up = (ray_y * t) >> 14;
    const int32_t towards = PROJECTION_DISTANCE - t;
    line.z = ((towards * pitch_cosine - up * pitch_sine) >> 14) * nearer >> 8;
    line.x_step = PROJECTION_SUBPIXELS * nearer * t / focal;
    line.x = line.x_step * (4 - CENTRE_X) / PROJECTION_SUBPIXELS;
    return line;
}

/// The model's turn /////////////////////////////////////////////////////////////////////////////

static int32_t product30(int32_t a, int32_t b)
{
    return (int32_t)((int64_t)a * b >> 30);
}

/* The quaternion of the yaw and of PITCH, Q30. The sines have 14 bits, so one step of Newton's method
 * makes it a unit quaternion. */
static void rotation_of(int32_t q[4], uint32_t yaw)
{
    const int32_t ys = pelt_sine_get(yaw / 2u), yc = pelt_sine_get(yaw / 2u + PELT_TURN / 4u);
    const int32_t ps = pelt_sine_get(PITCH / 2u), pc = pelt_sine_get(PITCH / 2u + PELT_TURN / 4u);
    int32_t squares = 0;
    q[0] = ps * yc * 4;
    q[1] = pc * ys * 4;
    q[2] = ps * ys * 4;
    q[3] = pc * yc * 4;
    for (int i = 0; i < 4; i++)
        squares += product30(q[i], q[i]);
    const int32_t scale = (3 << 29) - squares / 2;
    for (int i = 0; i < 4; i++)
        q[i] = product30(q[i], scale);
}

static void multiply(int32_t out[4], const int32_t a[4], const int32_t b[4])
{
    out[0] = product30(a[3], b[0]) + product30(a[0], b[3]) + product30(a[1], b[2]) -
             product30(a[2], b[1]);
    out[1] = product30(a[3], b[1]) + product30(a[1], b[3]) + product30(a[2], b[0]) -
             product30(a[0], b[2]);
    out[2] = product30(a[3], b[2]) + product30(a[2], b[3]) + product30(a[0], b[1]) -
             product30(a[1], b[0]);
    out[3] = product30(a[3], b[3]) - product30(a[0], b[0]) - product30(a[1], b[1]) -
             product30(a[2], b[2]);
}

static void cross(int32_t out[3], const int32_t a[3], const int32_t b[3])
{
    out[0] = product30(a[1], b[2]) - product30(a[2], b[1]);
    out[1] = product30(a[2], b[0]) - product30(a[0], b[2]);
    out[2] = product30(a[0], b[1]) - product30(a[1], b[0]);
}

/* Converts Q16 to the format of lengths in poses. */
static int32_t to_pose(int32_t length, const pelt_model *model)
{
    const int32_t up = (int32_t)model->length_bits - 16;
    return up >= 0 ? length * (1 << up) : length >> -up;
}

void projection_turn(pelt_pose_q16 *pose, uint32_t yaw)
{
    int32_t q[4], turned[4], once[3], twice[3];
    rotation_of(q, yaw);
    for (uint32_t k = 0; k < root_count; k++) {
        pelt_local_q16 *local = &pose->locals[roots[k]];
        local->translation[0] -= to_pose(axes[0], pose->model);
        local->translation[2] -= to_pose(axes[1], pose->model);
        multiply(turned, q, local->rotation);
        /* t + 2 w (v x t) + 2 v x (v x t) */
        cross(once, q, local->translation);
        cross(twice, q, once);
        for (int i = 0; i < 3; i++)
            local->translation[i] += 2 * (product30(q[3], once[i]) + twice[i]);
        for (int i = 0; i < 4; i++)
            local->rotation[i] = turned[i];
    }
}

/// Vertices /////////////////////////////////////////////////////////////////////////////////////

/* For projection_places(). |Coordinates| < 2^11 and scales < 2^16. */
typedef struct projection_look {
    const uint16_t *scales;
    uint32_t shifts; /* of places, and 256 times that of the light's half */
    int32_t towards; /* from camera units to z, which grows from 0 */
    int32_t middle_y;
} projection_look;

void projection_places(uint32_t *to, const int32_t *from, uint32_t count,
                       const projection_look *look);

/* places.S has these. */
typedef char numbers[CENTRE_X == 960 && CENTRE_Y == 568 && PROJECTION_REACH == 2048 &&
                             SCALES * 8 == 2 * PROJECTION_REACH && SCALE_BITS == 13 &&
                             PROJECTION_WIDTH * PROJECTION_SUBPIXELS == 1920 &&
                             PROJECTION_HEIGHT * PROJECTION_SUBPIXELS == 1280
                         ? 1
                         : -1];

void projection_project(const pelt_model *model)
{
    const int32_t *from = draw_work;
    uint32_t *to = (uint32_t *)draw_work;
    pelt_mesh_info mesh;
    /* Normals are 2^bits long; times half of Q7 that becomes Q12. Vertices are written over ones that
     * were read. */
    for (uint32_t i = 0; i < model->mesh_count && pelt_mesh_get(&mesh, model, i) == PELT_OK; i++) {
        const projection_look look = {scales,
                                      (uint32_t)unit_shift | (mesh.raw_normal_bits - 6u) << 8,
                                      PROJECTION_REACH - middle[1], middle[0]};
        if (mesh.vertex_count != 0u)
            projection_places(to, from, mesh.vertex_count, &look);
        from += 6u * mesh.vertex_count;
        to += 2u * mesh.vertex_count;
    }
}
