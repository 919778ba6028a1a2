/* SPDX-License-Identifier: MIT */
/* Triangles that cross the nearest plane, or reach too far beside the picture, see pelt/n64.h. */
#include "rdp.h"

#include "../../src/draw/clip.h"
#include "../../src/draw/lines.h"

#ifdef PELT_N64

#define BESIDE 1000 /* pixels from the picture's corner that a triangle is cut at, below 1024 */

/* What all triangles of a list have in common. */
typedef struct crossing {
    clip_frame frame;
    const pelt_camera *cam;
    int32_t scale; /* numerator of a vertex's `depth` */
    bool faceted;
} crossing;

/* Where a vertex is. Products stay below 2^31: a place is taken to be less than 2^16 from the centre, and `away`
 * is below 2^15. */
static void see(clip_corner *c, const crossing *x, const pelt_draw_vertex *v)
{
    c->at[CLIP_RIGHT] = v->x;
    c->at[CLIP_UP] = v->y;
    c->at[CLIP_AWAY] = (int16_t)v->depth;
    if (v->outside == 0u) {
        const int32_t away = x->scale / (v->depth == 0u ? 1 : v->depth);
        c->at[CLIP_AWAY] = away > INT16_MAX ? INT16_MAX : away;
        c->at[CLIP_RIGHT] =
            within(v->x - x->cam->centre_x, UINT16_MAX) * c->at[CLIP_AWAY] / x->cam->focal;
        c->at[CLIP_UP] =
            within(x->cam->centre_y - v->y, UINT16_MAX) * c->at[CLIP_AWAY] / x->cam->focal;
    }
}

/* A new corner on the screen. */
static void show(pelt_draw_vertex *to, const crossing *x, const clip_corner *c)
{
    const int32_t away = c->at[CLIP_AWAY] < x->frame.near ? x->frame.near : c->at[CLIP_AWAY];
    const int32_t at[2] = {c->at[CLIP_RIGHT] * x->cam->focal / away + x->cam->centre_x,
                           x->cam->centre_y - c->at[CLIP_UP] * x->cam->focal / away};
    to->x = (int16_t)(at[0] < -16384 ? -16384 : at[0] > 16383 ? 16383 : at[0]);
    to->y = (int16_t)(at[1] < -16384 ? -16384 : at[1] > 16383 ? 16383 : at[1]);
    to->depth = (uint16_t)(x->scale / away);
    to->r = (uint8_t)c->at[CLIP_WITH];
    to->g = (uint8_t)c->at[CLIP_WITH + 1];
    to->b = (uint8_t)c->at[CLIP_WITH + 2];
    to->outside = 0;
}

static bool put_one(pelt_n64_list *list, const crossing *x, const pelt_draw_vertex *const of[3],
                    const pelt_n64_places *places, bool two_sided)
{
    clip_corner from[CLIP_MOST], seen[CLIP_MOST];
    pelt_draw_vertex corners[CLIP_MOST];
    bool drawn = false;
    for (int i = 0; i < 3; i++) {
        see(&from[i], x, of[i]);
        from[i].at[CLIP_WITH] = of[i]->r;
        from[i].at[CLIP_WITH + 1] = of[i]->g;
        from[i].at[CLIP_WITH + 2] = of[i]->b;
        from[i].at[CLIP_WITH + 3] = places != NULL ? places->at[i][0] : 0;
        from[i].at[CLIP_WITH + 4] = places != NULL ? places->at[i][1] : 0;
        from[i].kept = of[i]->outside == 0u ? i : -1;
    }
    const uint32_t count = clip_triangle(seen, from, &x->frame);
    for (uint32_t i = 0; i < count; i++) {
        if (seen[i].kept >= 0)
            corners[i] = *of[seen[i].kept];
        else
            show(&corners[i], x, &seen[i]);
        if (x->faceted) { /* its colour is the first corner's */
            corners[i].r = of[0]->r;
            corners[i].g = of[0]->g;
            corners[i].b = of[0]->b;
        }
    }
    for (uint32_t i = 2; i < count; i++) {
        const uint16_t fan[3] = {0, (uint16_t)(i - 1u), (uint16_t)i};
        pelt_n64_places at;
        for (int k = 0; k < 6; k++)
            at.at[k / 2][k % 2] = (int16_t)seen[fan[k / 2]].at[CLIP_WITH + 3 + k % 2];
        drawn = pelt_n64_put(list, corners, fan, &at, 1, two_sided) != 0u || drawn;
    }
    return drawn;
}

uint32_t pelt_n64_put_crossing(pelt_n64_list *list, const pelt_draw_vertex *vertices,
                               const uint16_t *corners, const pelt_n64_places *places,
                               uint32_t count, bool two_sided, bool *crossed)
{
    const pelt_camera *const cam = list->cam;
    const crossing x = {
        .frame = {.near = rdp_nearest(cam),
                  .focal = cam->focal / 16,
                  .sides = {BESIDE - cam->centre_x / 16, BESIDE + cam->centre_x / 16,
                            BESIDE + cam->centre_y / 16, BESIDE - cam->centre_y / 16}},
        .cam = cam,
        .scale = list->mode == MODE_PAINT ? cam->focal << 12 : PELT_DEPTH_MAX * cam->near_plane,
        .faceted = list->mode == MODE_FACETED};
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < count; i++, corners += 3) {
        const pelt_draw_vertex *const of[3] = {vertices + corners[0], vertices + corners[1],
                                               vertices + corners[2]};
        if ((of[0]->outside | of[1]->outside | of[2]->outside) == 0u)
            continue;
        *crossed = true;
        drawn += put_one(list, &x, of, places != NULL ? places + i : NULL, two_sided) ? 1u : 0u;
    }
    return drawn;
}

#endif
