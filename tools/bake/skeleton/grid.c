/* SPDX-License-Identifier: MIT */
#include "bake/skeleton/grid.h"

#include <math.h>

#include "bake/job/traits.h"

int grid_exponent(double origin[3], const box3 *box, double delta)
{
    const double largest = fmax(vec_largest(box->low, 3), vec_largest(box->high, 3));
    double half = fmax(delta, box3_side(box) / 2);
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
