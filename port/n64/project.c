/* SPDX-License-Identifier: MIT */
/* Projects and shades vertices as src/draw/camera.c does, with one division where that has three, and with
 * all that depends on the camera alone computed once: see pelt/n64.h. */
#include "rdp.h"

#include "../../src/draw/body.h"
#include "../../src/draw/camera.h"

#ifdef PELT_N64

#define POINT_LIMIT 16383 /* camera units per axis; what lies further away is clamped */

/* What the vertices of a mesh have in common; directions and rotations Q14. */
typedef struct view {
    pelt_camera cam;
    int32_t lamp[3], eye[3], up[3]; /* in the model's space: towards them */
    int32_t ground_up, ground_away; /* of the floor at the axis */
    int32_t nearest;
    uint32_t depth; /* numerator of depths */
    bool crossed;   /* a vertex is outside */
} view;

static inline int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static view view_of(const pelt_camera *cam)
{
    const int32_t ys = cam->yaw_sine, yc = cam->yaw_cosine;
    const int32_t ps = cam->pitch_sine, pc = cam->pitch_cosine;
    const int32_t ground = clamp(cam->ground, -POINT_LIMIT, POINT_LIMIT);
    const int16_t *const light = cam->light->direction;
    view v = {.cam = *cam,
              .eye = {-(ys * pc >> 14), ps, yc * pc >> 14},
              .up = {ys * ps >> 14, pc, -(yc * ps >> 14)},
              .ground_up = ground * pc,
              .ground_away = cam->distance - (ground * ps >> 14),
              .nearest = rdp_nearest(cam),
              .depth = (uint32_t)PELT_DEPTH_MAX * (uint32_t)cam->near_plane};
    const int32_t right[3] = {yc, 0, ys};
    for (int i = 0; i < 3; i++)
        v.lamp[i] = (right[i] * light[0] + v.up[i] * light[1] + v.eye[i] * light[2]) >> 14;
    return v;
}

/* right, up: camera units below 2^15. Products stay below 2^31 as `nearest` keeps the scale below 2^16.
 * What is outside stays in camera units, for near.c. A shadow's depth is its scale. */
static inline void put_place(pelt_draw_vertex *to, view *v, int32_t right, int32_t up, int32_t away,
                             const bool is_shadow)
{
    if (away >= v->nearest) {
        const int32_t scale = ((v->cam.focal << 12) + (away >> 1)) / away;
        const int32_t x = (right * scale >> 12) + v->cam.centre_x;
        const int32_t y = v->cam.centre_y - (up * scale >> 12);
        to->x = (int16_t)x;
        to->y = (int16_t)y;
        to->outside = 0;
        if ((uint32_t)(x + PELT_DRAW_LIMIT) < 2u * PELT_DRAW_LIMIT &&
            (uint32_t)(y + PELT_DRAW_LIMIT) < 2u * PELT_DRAW_LIMIT) {
            to->depth = (uint16_t)(is_shadow ? (uint32_t)scale : v->depth / (uint32_t)away);
            return;
        }
    }
    to->x = (int16_t)right;
    to->y = (int16_t)up;
    to->depth = (uint16_t)clamp(away, INT16_MIN, INT16_MAX);
    to->outside = 1;
    v->crossed = true;
}

static inline int32_t along(const int32_t direction[3], const int32_t normal[3])
{
    return (direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2]) >> 14;
}

static inline void put_shade(pelt_draw_vertex *to, const view *v, const uint8_t *display,
                             const int32_t normal[3], const uint8_t colour[3])
{
    const int32_t n[3] = {normal[0] >> 2, normal[1] >> 2, normal[2] >> 2}; /* up to 1.1 long */
    const pelt_light *const light = v->cam.light;
    int32_t lit = clamp((along(v->lamp, n) + 16384) >> 7, 0, 256);
    int32_t edge = clamp((16384 - along(v->eye, n)) >> 6, 0, 256);
    uint8_t shaded[3];
    lit = lit * lit >> 8;
    edge = edge * edge >> 8;
    if (edge != 0)
        edge = edge * clamp((along(v->up, n) + 16384) >> 7, 0, 256) >> 8;
    for (int i = 0; i < 3; i++) {
        const int32_t bright = light->ambient[i] + (light->lamp[i] * lit >> 8);
        const int32_t linear = (colour[i] * bright >> 4) + (light->rim[i] * edge >> 6);
        shaded[i] = display[linear > 4095 ? 1023 : linear >> 2];
    }
    to->r = shaded[0];
    to->g = shaded[1];
    to->b = shaded[2];
}

static inline int32_t unit_of(const pelt_camera *cam, const int32_t position[3], int axis)
{
    const uint32_t unit = (uint32_t)(position[axis] >> cam->shift) - (uint32_t)cam->centre[axis];
    return clamp((int32_t)unit, -POINT_LIMIT, POINT_LIMIT);
}

pelt_status pelt_n64_body_project(pelt_n64_body *body, uint32_t mesh,
                                  const pelt_vertex_q16 *vertices, uint32_t first, uint32_t count)
{
    pelt_mesh_info info;
    uint32_t place;
    if (!rdp_is_body(body) || vertices == NULL)
        return PELT_E_ARGUMENT;
    const pelt_status got = pelt_draw_range(&info, &place, body->look.model, mesh, first, count);
    if (got != PELT_OK)
        return got;
    const body_look look =
        body_look_of(body->look.model, mesh, &info, body->look.flags, body->look.cam.light);
    view v = view_of(&body->look.cam);
    const pelt_camera *const cam = &v.cam;
    pelt_draw_vertex *to = body->look.vertices + place;
    pelt_draw_vertex *shadow = body->look.shadows != NULL ? body->look.shadows + place : NULL;
    for (uint32_t i = first; i < first + count; i++, to++, vertices++) {
        const int32_t x = unit_of(cam, vertices->position, 0);
        const int32_t y = unit_of(cam, vertices->position, 1);
        const int32_t z = unit_of(cam, vertices->position, 2);
        const int32_t right = (x * cam->yaw_cosine + z * cam->yaw_sine) >> 14;
        const int32_t out = (z * cam->yaw_cosine - x * cam->yaw_sine) >> 14;
        const int32_t up = (y * cam->pitch_cosine - out * cam->pitch_sine) >> 14;
        const int32_t away =
            cam->distance - ((out * cam->pitch_cosine + y * cam->pitch_sine) >> 14);
        const uint8_t *colour = body_colour(&info, &look, i);
        put_place(to, &v, right, up, away, false);
        if (shadow != NULL) {
            const int32_t above = clamp(y - cam->ground, 0, POINT_LIMIT);
            const int32_t back = out - (above * 6554 >> 15);
            put_place(shadow, &v, right + (above >> 2),
                      (v.ground_up - back * cam->pitch_sine) >> 14,
                      v.ground_away - (back * cam->pitch_cosine >> 14), true);
            shadow++;
        }
        if (look.lit) {
            put_shade(to, &v, body->display, vertices->normal, colour);
        } else {
            to->r = body->display[4u * colour[0]];
            to->g = body->display[4u * colour[1]];
            to->b = body->display[4u * colour[2]];
        }
    }
    body->crossed = body->crossed || v.crossed;
    return PELT_OK;
}

#endif
