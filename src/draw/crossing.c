/* SPDX-License-Identifier: MIT */
/* Cuts triangles at the nearest plane and beside the screen, see crossing.h. */
#include "crossing.h"

#include "clip.h"
#include "lines.h"
#include "triangle.h"

#define BESIDE 1023    /* pixels from the picture's corner at which triangles are cut */
#define CENTRE 3000    /* pixels that the middle may be beside it */
#define MOST (1 << 18) /* of a distance, quarters of camera units */

/* What is left of a triangle: corners of a convex shape, and where they are in the texture. */
typedef struct rest {
    pelt_draw_vertex corners[CLIP_MOST];
    pelt_texel_place places[CLIP_MOST];
    uint32_t count;
} rest;

/* Quarters of camera units; what is on the screen is as far away as its depth tells. near is below 2^15,
 * so away is below 2^32 before it is divided; seen is below 2^18, scale Q14. */
static void see(clip_corner *c, const pelt_camera *cam, const pelt_draw_vertex *v)
{
    c->at[CLIP_RIGHT] = 4 * v->x;
    c->at[CLIP_UP] = 4 * v->y;
    c->at[CLIP_AWAY] = 4 * (int16_t)v->depth;
    if (v->outside == 0u) {
        const uint32_t depth = v->depth != 0u ? v->depth : 1u;
        const uint32_t away = (uint32_t)PELT_DEPTH_MAX * 4u * (uint32_t)cam->near_plane / depth;
        const uint32_t seen = away < MOST ? away : MOST - 1u;
        const int64_t scale = (seen << 14) / (uint32_t)cam->focal;
        c->at[CLIP_AWAY] = (int32_t)seen;
        c->at[CLIP_RIGHT] = within((int32_t)((v->x - cam->centre_x) * scale >> 14), MOST / 2);
        c->at[CLIP_UP] = within((int32_t)((cam->centre_y - v->y) * scale >> 14), MOST / 2);
    }
}

/* A new corner on the screen. It is not beside it, so products are below 2^14 x 2^12 pixels x 16. */
static void show(pelt_draw_vertex *to, const pelt_camera *cam, const clip_corner *c, int32_t near)
{
    int32_t away = later(c->at[CLIP_AWAY], near);
    int32_t right = c->at[CLIP_RIGHT], up = c->at[CLIP_UP];
    const uint32_t depth = (uint32_t)PELT_DEPTH_MAX * (uint32_t)near / (uint32_t)away;
    for (; away >= 1 << 14; away >>= 1) {
        right >>= 1;
        up >>= 1;
    }
    to->x = (int16_t)within(right * cam->focal / away + cam->centre_x, PELT_DRAW_LIMIT - 1);
    to->y = (int16_t)within(cam->centre_y - up * cam->focal / away, PELT_DRAW_LIMIT - 1);
    to->depth = (uint16_t)(depth != 0u ? depth : 1u);
    to->r = (uint8_t)c->at[CLIP_WITH];
    to->g = (uint8_t)c->at[CLIP_WITH + 1];
    to->b = (uint8_t)c->at[CLIP_WITH + 2];
    to->outside = 0;
}

static void cut(rest *left, const body_part *part, const pelt_draw_vertex *const corners[3])
{
    const pelt_camera *cam = &part->body->cam;
    const int32_t x = within(cam->centre_x / 16, CENTRE), y = within(cam->centre_y / 16, CENTRE);
    const clip_frame frame = {4 * earlier(cam->near_plane, MOST / 4),
                              (cam->focal + 15) / 16,
                              {BESIDE - x, BESIDE + x, BESIDE + y, BESIDE - y}};
    clip_corner from[CLIP_MOST], seen[CLIP_MOST];
    for (int i = 0; i < 3; i++) {
        int32_t *with = &from[i].at[CLIP_WITH];
        pelt_texel_place place = {0, 0};
        if (part->texture.rows != NULL)
            place = body_shifted(part, corners[i]);
        see(&from[i], cam, corners[i]);
        with[0] = corners[i]->r;
        with[1] = corners[i]->g;
        with[2] = corners[i]->b;
        with[3] = place.u;
        with[4] = place.v;
        from[i].kept = corners[i]->outside == 0u ? i : -1;
    }
    left->count = clip_triangle(seen, from, &frame);
    for (uint32_t i = 0; i < left->count; i++) {
        if (seen[i].kept >= 0)
            left->corners[i] = *corners[seen[i].kept];
        else
            show(&left->corners[i], cam, &seen[i], frame.near);
        left->places[i].u = seen[i].at[CLIP_WITH + 3];
        left->places[i].v = seen[i].at[CLIP_WITH + 4];
    }
}

bool pelt_draw_crossing_lines(int32_t *first, int32_t *past, const body_part *part,
                              const pelt_draw_vertex *const corners[3], int32_t height)
{
    int32_t from, to;
    rest left;
    cut(&left, part, corners);
    *first = height;
    *past = 0;
    for (uint32_t i = 2; i < left.count; i++) {
        const pelt_draw_vertex *const c = &left.corners[i];
        if (triangle_lines(&from, &to, left.corners, c - 1, c, height, part->flags)) {
            *first = earlier(*first, from);
            *past = later(*past, to);
        }
    }
    return *first < *past;
}

void pelt_draw_crossing(const pelt_band *band, const body_part *part,
                        const pelt_draw_vertex *const corners[3])
{
    rest left;
    cut(&left, part, corners);
    for (uint32_t i = 2; i < left.count; i++) {
        const pelt_draw_vertex *const c[3] = {left.corners, &left.corners[i - 1u],
                                              &left.corners[i]};
        const pelt_texel_place at[3] = {left.places[0], left.places[i - 1u], left.places[i]};
        if (part->texture.rows != NULL)
            pelt_triangle_draw_textured(band, c, at, &part->texture, part->flags);
        else
            pelt_triangle_draw(band, c[0], c[1], c[2], part->flags);
    }
}
