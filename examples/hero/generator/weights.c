/* SPDX-License-Identifier: MIT */
/*
 * Influences fall with the fourth power of the distance from the bone over its girth, and end a
 * few girths away, so that a limb takes hold of nothing but its neighbours.
 */
#include "hero.h"

#define GRID 4096   /* weights are multiples of its inverse */
#define REACH 3.2   /* girths at which an influence ends */
#define NEAREST 0.1 /* girths; nearer is no stronger */
#define LEAST 0.004 /* taken from every share, so that those that end do so without a step */
#define MIDDLE 0.06 /* metres beyond x = 0 where the influence of a left or right joint ends */

static double strength(int joint, vec3 p)
{
    hero_joint j = hero_joint_at(joint);
    double girths = segment_distance(p, j.position, j.tip) / j.girth;
    double fade = clamp(1.0 - girths / REACH, 0.0, 1.0);
    double side = 1.0;

    /* Legs are close to each other, and so are shoulders. */
    if (joint >= JOINT_EAR)
        side = smooth_step(-MIDDLE, MIDDLE, joint < JOINT_RIGHT_EAR ? p.x : -p.x);
    girths = clamp(girths, NEAREST, REACH);
    return side * fade * fade / (girths * girths * girths * girths);
}

influences weights_at(vec3 p)
{
    influences bound = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    double share[JOINT_COUNT], best[4], sum = 0.0, kept = 0.0;
    int rest = GRID;
    int i, k, count = 0;

    for (i = 0; i < JOINT_COUNT; ++i) {
        share[i] = strength(i, p);
        sum += share[i];
    }
    for (i = 0; i < JOINT_COUNT; ++i)
        share[i] = share[i] / sum - LEAST;

    for (k = 0; k < 4; ++k) {
        int most = 0;

        for (i = 1; i < JOINT_COUNT; ++i)
            if (share[i] > share[most])
                most = i;
        if (share[most] <= 0.0)
            break;
        bound.joint[k] = (uint8_t)most;
        best[k] = share[most];
        kept += share[most];
        share[most] = 0.0;
        ++count;
    }
    /* The strongest takes what rounding the others leaves; those that round to none go. */
    for (k = count - 1; k >= 0; --k) {
        int part = k > 0 ? (int)(best[k] / kept * GRID + 0.5) : rest;

        bound.weight[k] = (float)part / GRID;
        rest -= part;
        if (part == 0)
            bound.joint[k] = 0;
    }
    return bound;
}
