/* SPDX-License-Identifier: MIT */
#include "bake/write/keys.h"

#include <string.h>

void put_timeline(byte_buffer *out, const encoding *put, const bake_curve *curve)
{
    buffer_u32(out, curve->kept_count);
    for (uint32_t k = 0; k < curve->kept_count; k++)
        buffer_i32(out, curve->ticks[curve->kept[k]]);
    for (uint32_t k = 0; k + 1 < curve->kept_count; k++)
        put->reciprocal(out, (uint32_t)curve->ticks[curve->kept[k + 1]] -
                                 (uint32_t)curve->ticks[curve->kept[k]]);
}

/* Components of anything but a rotation. */
static void put_numbers(byte_buffer *out, const encoding *put, const bake_curve *curve,
                        const double *v, uint32_t count, int exponent)
{
    for (uint32_t i = 0; i < count; i++) {
        if (curve->path == FORMAT_WEIGHTS)
            put->morph_weight(out, v[i]);
        else if (curve->path == FORMAT_SCALE)
            put->scale(out, v[i], exponent);
        else
            put->translation(out, v[i], exponent);
    }
}

/* One block of in, value or out (0 to 2) of a kept key; the first in and the last out repeat the
 * value. */
static void control_point(double out[CURVE_BLOCK], const bake_curve *curve, uint32_t place,
                          int which, uint32_t first)
{
    double points[4][CURVE_BLOCK];
    const uint32_t key = curve->kept[place];
    const double *point = curve_value(curve, key) + first;
    if (which == 0 && place > 0) {
        curve_bezier(points, curve, curve->kept[place - 1], key, first);
        point = points[2];
    } else if (which == 2 && place + 1 < curve->kept_count) {
        curve_bezier(points, curve, key, curve->kept[place + 1], first);
        point = points[1];
    }
    memcpy(out, point, curve_block_width(curve, first) * sizeof *out);
}

static void put_cubic(byte_buffer *out, const encoding *put, const bake_curve *curve,
                      uint32_t place, int exponent)
{
    double points[3][CURVE_BLOCK];
    for (int which = 0; which < 3; which++) {
        for (uint32_t first = 0; first < curve->width; first += CURVE_BLOCK) {
            control_point(points[which], curve, place, which, first);
            if (curve->path != FORMAT_ROTATION)
                put_numbers(out, put, curve, points[which], curve_block_width(curve, first),
                            exponent);
        }
    }
    if (curve->path == FORMAT_ROTATION)
        put->rotation_cubic(out, points);
}

void put_values(byte_buffer *out, const encoding *put, const bake_curve *curve, int exponent)
{
    double previous[4] = {0};
    for (uint32_t k = 0; k < curve->kept_count; k++) {
        const double *value = curve_value(curve, curve->kept[k]);
        if (curve->interpolation == FORMAT_CUBIC) {
            put_cubic(out, put, curve, k, exponent);
        } else if (curve->path != FORMAT_ROTATION) {
            put_numbers(out, put, curve, value, curve->width, exponent);
        } else {
            /* Of the segment that begins here; signs follow the key before. */
            double q[4], sharpness = 0;
            memcpy(q, value, sizeof q);
            if (k > 0 && vec_dot(previous, q, 4) < 0)
                for (int i = 0; i < 4; i++)
                    q[i] = -q[i];
            if (curve->interpolation == FORMAT_LINEAR && k + 1 < curve->kept_count)
                sharpness = 1 - fabs(vec_dot(q, curve_value(curve, curve->kept[k + 1]), 4));
            put->rotation(out, q, fmax(sharpness, 0));
            memcpy(previous, q, sizeof previous);
        }
    }
}
