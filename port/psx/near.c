/* SPDX-License-Identifier: MIT */
/* Cuts triangles that cross the nearest plane, or are larger than the GPU draws: pelt/psx.h. */
#include "hardware.h"

#include "../../src/draw/clip.h"

#ifdef PELT_PORT_PSX

#define CENTRE 1000                      /* pixels that the centre may be beside the corner */
#define FARTHEST ((1 << 18) - (1 << 14)) /* camera units, so that `away` of a corner is below FAR */

/* In quarters of camera units; up is down. Products are below 2^31: 4672 pixels and 2^18 where the GTE saw the
 * vertex; else 2^20, times up to 1672 pixels. */
static void see(clip_corner *c, const pelt_camera *cam, int32_t focal, const pelt_psx_vertex *v)
{
    c->at[CLIP_RIGHT] = (int16_t)v->xy;
    c->at[CLIP_UP] = (int32_t)v->xy >> 16;
    c->at[CLIP_AWAY] = 4 * clamped(cam->distance, 0, FARTHEST) + (int16_t)v->away;
    if (v->away < PELT_PSX_OUTSIDE) {
        const int32_t away = 4 * (int32_t)(v->away & (FAR - 1u));
        c->at[CLIP_RIGHT] = (c->at[CLIP_RIGHT] - cam->centre_x / 16) * away / focal;
        c->at[CLIP_UP] = (c->at[CLIP_UP] - cam->centre_y / 16) * away / focal;
        c->at[CLIP_AWAY] = away;
    }
}

/* A new corner on the screen. */
static void show(pelt_psx_vertex *to, const pelt_camera *cam, const clip_frame *f,
                 const clip_corner *c)
{
    const int32_t away = c->at[CLIP_AWAY] < f->near ? f->near : c->at[CLIP_AWAY];
    const int32_t x = c->at[CLIP_RIGHT] * f->focal / away + cam->centre_x / 16;
    const int32_t y = c->at[CLIP_UP] * f->focal / away + cam->centre_y / 16;
    to->xy = pair(clamped(x, LEFT_MOST, RIGHT_MOST), clamped(y, TOP_MOST, BOTTOM_MOST));
    to->away = (uint32_t)away / 4u;
    to->colour = (uint32_t)c->at[CLIP_WITH] | (uint32_t)c->at[CLIP_WITH + 1] << 8 |
                 (uint32_t)c->at[CLIP_WITH + 2] << 16;
}

uint32_t pelt_psx_cut(pelt_psx_vertex to[PIECE_CORNERS], uint32_t uv[PIECE_CORNERS],
                      const pelt_psx_vertex *const of[3], const pelt_camera *cam)
{
    const int32_t focal = (cam->focal + 8) >> 4;
    const int32_t x = clamped(cam->centre_x / 16, -CENTRE, CENTRE);
    const int32_t y = clamped(cam->centre_y / 16, -CENTRE, CENTRE);
    const clip_frame frame = {
        .near = 4 * clamped(cam->near_plane, focal / 2 + 1, INT16_MAX),
        .focal = focal,
        .sides = {RIGHT_MOST - x, x - LEFT_MOST, BOTTOM_MOST - y, y - TOP_MOST}};
    clip_corner from[CLIP_MOST], seen[CLIP_MOST];
    for (int32_t i = 0; i < 3; i++) {
        see(&from[i], cam, focal == 0 ? 1 : focal, of[i]);
        for (uint32_t k = 0; k < 3u; k++)
            from[i].at[CLIP_WITH + k] = (int32_t)(of[i]->colour >> 8u * k & 255u);
        from[i].at[CLIP_WITH + 3] = (int32_t)(uv[i] & 255u);
        from[i].at[CLIP_WITH + 4] = (int32_t)(uv[i] >> 8);
        from[i].kept = of[i]->away < FAR ? i : -1;
    }
    const uint32_t count = clip_triangle(seen, from, &frame);
    for (uint32_t i = 0; i < count; i++) {
        if (seen[i].kept >= 0)
            to[i] = *of[seen[i].kept];
        else
            show(&to[i], cam, &frame, &seen[i]);
        uv[i] = (uint32_t)(seen[i].at[CLIP_WITH + 4] << 8 | seen[i].at[CLIP_WITH + 3]);
    }
    return count;
}

#endif
