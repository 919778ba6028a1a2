/* SPDX-License-Identifier: MIT */
/* Cuts triangles at the nearest plane and beside the screen: only those of which a corner is
 * outside, so it may take its time. */
#ifndef PELT_DRAW_CLIP_H
#define PELT_DRAW_CLIP_H

#include <stdint.h>

#define CLIP_MOST 8u /* corners: each of five planes adds one */

/* What is seen: away >= near, and so many pixels to the right, left, up and down of the centre, below 2^12;
 * focal: pixels, below 2^12. */
typedef struct clip_frame {
    int32_t near, focal, sides[4];
} clip_frame;

/* A corner as the camera sees it, in any unit: how far it is to the right and up, below 2^17, and away, below
 * 2^18; and what else changes evenly along edges. */
enum { CLIP_RIGHT, CLIP_UP, CLIP_AWAY, CLIP_WITH, CLIP_NUMBERS = CLIP_WITH + 5 };
typedef struct clip_corner {
    int32_t at[CLIP_NUMBERS];
    int32_t kept; /* the corner of the triangle that it is; -1: none that is on the screen */
} clip_corner;

/* How far a corner is inside a plane, below 2^31; negative: outside. Behind the nearest plane only that
 * is known. */
static inline int32_t clip_distance(const clip_corner *c, const clip_frame *f, uint32_t plane)
{
    if (plane == 0u)
        return c->at[CLIP_AWAY] - f->near;
    const int32_t to = c->at[plane <= 2u ? CLIP_RIGHT : CLIP_UP] * f->focal;
    return c->at[CLIP_AWAY] * f->sides[plane - 1u] + (plane % 2u != 0u ? -to : to);
}

/* Where an edge meets a plane, from the corner inside on, so that neighbours have the same point. */
static inline void clip_cut(clip_corner *to, const clip_corner *in, const clip_corner *out,
                            int32_t inside, int32_t outside)
{
    uint32_t of = (uint32_t)inside, all = (uint32_t)inside - (uint32_t)outside;
    for (; all >= 65536u; all >>= 1)
        of >>= 1;
    const int32_t share = (int32_t)((of << 15) / all);
    for (uint32_t i = 0; i < CLIP_NUMBERS; i++)
        to->at[i] = in->at[i] + (int32_t)((int64_t)(out->at[i] - in->at[i]) * share >> 15);
    to->kept = -1;
}

/* Returns how many corners are left in `to`, 0 if there is nothing to see; writes over `from`. */
static inline uint32_t clip_triangle(clip_corner to[CLIP_MOST], clip_corner from[CLIP_MOST],
                                     const clip_frame *f)
{
    clip_corner *a = from, *b = to;
    uint32_t count = 3;
    for (uint32_t plane = 0; plane < 5u && count != 0u; plane++) {
        uint32_t left = 0;
        for (uint32_t i = 0; i < count; i++) {
            const clip_corner *one = &a[i], *next = &a[i + 1u < count ? i + 1u : 0u];
            const int32_t here = clip_distance(one, f, plane),
                          there = clip_distance(next, f, plane);
            /* Rounded corners could cross a plane more than twice. */
            if (here >= 0 && left < CLIP_MOST)
                b[left++] = *one;
            if (here >= 0 && there < 0 && left < CLIP_MOST)
                clip_cut(&b[left++], one, next, here, there);
            else if (here < 0 && there >= 0 && left < CLIP_MOST)
                clip_cut(&b[left++], next, one, there, here);
        }
        clip_corner *const swap = a;
        a = b;
        b = swap;
        count = left;
    }
    return count; /* five planes: they are in `to` */
}

#endif
