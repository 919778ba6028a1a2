/* SPDX-License-Identifier: MIT */
/* Axis-aligned boxes. */
#pragma once

#include "scene/mat.h"

typedef struct box3 {
    double low[3], high[3]; /* low > high: the box is empty */
} box3;

static inline box3 box3_empty(void)
{
    return (box3){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

static inline bool box3_is_empty(const box3 *box)
{
    return !(box->low[0] <= box->high[0]);
}

static inline void box3_extend(box3 *box, const double low[3], const double high[3])
{
    for (int c = 0; c < 3; c++) {
        box->low[c] = low[c] < box->low[c] ? low[c] : box->low[c]; /* faster than fmin */
        box->high[c] = high[c] > box->high[c] ? high[c] : box->high[c];
    }
}

static inline void box3_add(box3 *box, const double point[3])
{
    box3_extend(box, point, point);
}

/* The longest side. */
static inline double box3_side(const box3 *box)
{
    double side = 0;
    for (int c = 0; c < 3; c++)
        side = fmax(side, box->high[c] - box->low[c]);
    return side;
}

/* The largest |coordinate|; 0 for an empty box. */
static inline double box3_reach(const box3 *box)
{
    return box3_is_empty(box) ? 0 : fmax(vec_largest(box->low, 3), vec_largest(box->high, 3));
}

/* The size of a model that fills the box, to which errors are relative: its diagonal, or 1/16 of
 * its reach if that is larger. */
static inline double box3_size(const box3 *box)
{
    return box3_is_empty(box) ? 0 : fmax(vec3_distance(box->high, box->low), box3_reach(box) / 16);
}
