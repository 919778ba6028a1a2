/* SPDX-License-Identifier: MIT */
#include "bake/grid.h"

#include <math.h>

#include "bake/precision.h"

bake_box box_empty(void)
{
    return (bake_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

void box_extend(bake_box *box, const double low[3], const double high[3])
{
    for (int c = 0; c < 3; c++) {
        box->low[c] = fmin(box->low[c], low[c]);
        box->high[c] = fmax(box->high[c], high[c]);
    }
}

int grid_exponent(double origin[3], const bake_box *box, double delta)
{
    double half = delta, largest = 0;
    for (int c = 0; c < 3; c++) {
        half = fmax(half, (box->high[c] - box->low[c]) / 2);
        largest = fmax(largest, fmax(fabs(box->low[c]), fabs(box->high[c])));
    }
    if (half < largest * 1e-6) /* a point: any step, and normals want one that is not tiny */
        half = largest * 1e-6;
    if (!(half > 0))
        half = 1;
    int exponent = binary_exponent(half / GRID_LIMIT);
    while (half + ldexp(0.5, exponent) > ldexp(GRID_LIMIT, exponent))
        exponent++;
    for (int c = 0; c < 3; c++)
        origin[c] = rint(ldexp((box->low[c] + box->high[c]) / 2, -exponent)) * ldexp(1, exponent);
    return exponent;
}
