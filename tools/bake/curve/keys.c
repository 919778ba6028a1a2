/* SPDX-License-Identifier: MIT */
#include "bake/curve/keys.h"

#include <string.h>

void put_timeline(byte_buffer *out, const baker *b, const bake_curve *curve)
{
    buffer_u32(out, curve->kept_count);
    for (uint32_t k = 0; k < curve->kept_count; k++)
        buffer_i32(out, curve->ticks[curve->kept[k]]);
    for (uint32_t k = 0; k + 1 < curve->kept_count; k++) {
        const uint32_t d =
            (uint32_t)curve->ticks[curve->kept[k + 1]] - (uint32_t)curve->ticks[curve->kept[k]];
        if (!b->fixed) {
            buffer_f32(out, (float)(1.0 / d));
            continue;
        }
        uint32_t zeros = 0;
        while ((d << zeros & 0x80000000u) == 0)
            zeros++;
        const uint64_t mantissa = (uint64_t)INT64_MAX / ((uint64_t)d << zeros);
        buffer_u32(out, ((uint32_t)mantissa & ~31u) | zeros);
    }
}

/* Ten bytes: 20-bit components in Q19 or Q18. */
static void put_quaternion_q16(byte_buffer *out, const double q[4], int bits)
{
    uint32_t nibbles = 0;
    for (int i = 0; i < 4; i++) {
        const double limit = 524287; /* 2^19 - 1 */
        const uint32_t component = (uint32_t)bake_round(ldexp(q[i], bits), limit);
        buffer_u16(out, (uint16_t)(component >> 4)); /* the sign goes along */
        nibbles |= (component & 15) << (4 * i);
    }
    buffer_u16(out, (uint16_t)nibbles);
}

static void put_rotation(byte_buffer *out, const baker *b, const double q[4], double sharpness)
{
    if (b->fixed) {
        put_quaternion_q16(out, q, 19);
        buffer_u16(out, (uint16_t)fmin(rint(ldexp(sharpness, 17)), FORMAT_MAX_SHARPNESS_Q17));
        return;
    }
    for (int i = 0; i < 4; i++)
        buffer_f32(out, (float)q[i]);
    buffer_f32(out, (float)sharpness);
}

/* Components of anything but a q16 rotation. */
static void put_numbers(byte_buffer *out, const baker *b, const bake_curve *curve, const double *v,
                        uint32_t count)
{
    int exponent = 0;
    if (b->fixed && curve->path == FORMAT_SCALE)
        exponent = 30 + bake_scale_exponent(b, curve->joint);
    else if (b->fixed && curve->path == FORMAT_TRANSLATION)
        exponent = 20 + bake_translation_exponent(b, curve->joint);
    for (uint32_t i = 0; i < count; i++) {
        if (curve->path == FORMAT_WEIGHTS)
            bake_put_weight(out, b, v[i]);
        else if (b->fixed)
            buffer_i32(out, bake_round(ldexp(v[i], exponent), 1073741823.0)); /* below 2^30 */
        else
            buffer_f32(out, (float)v[i]);
    }
}

/* One block of in, value or out (0 to 2) of a kept key; the first in and the last out repeat the
 * value. */
static void put_control(byte_buffer *out, const baker *b, const bake_curve *curve, uint32_t place,
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
    if (curve->path == FORMAT_ROTATION && b->fixed)
        put_quaternion_q16(out, point, 18);
    else
        put_numbers(out, b, curve, point, curve_block_width(curve, first));
}

static void put_cubic(byte_buffer *out, const baker *b, const bake_curve *curve, uint32_t place)
{
    for (int which = 0; which < 3; which++)
        for (uint32_t first = 0; first < curve->width; first += CURVE_BLOCK)
            put_control(out, b, curve, place, which, first);
    if (curve->path == FORMAT_ROTATION && b->fixed)
        buffer_u16(out, 0);
}

void put_values(byte_buffer *out, const baker *b, const bake_curve *curve)
{
    double previous[4] = {0};
    for (uint32_t k = 0; k < curve->kept_count; k++) {
        const double *value = curve_value(curve, curve->kept[k]);
        if (curve->interpolation == FORMAT_CUBIC) {
            put_cubic(out, b, curve, k);
        } else if (curve->path != FORMAT_ROTATION) {
            put_numbers(out, b, curve, value, curve->width);
        } else {
            /* Of the segment that begins here; signs follow the key before. */
            double q[4], sharpness = 0;
            memcpy(q, value, sizeof q);
            if (k > 0 && vec_dot(previous, q, 4) < 0)
                for (int i = 0; i < 4; i++)
                    q[i] = -q[i];
            if (curve->interpolation == FORMAT_LINEAR && k + 1 < curve->kept_count)
                sharpness = 1 - fabs(vec_dot(q, curve_value(curve, curve->kept[k + 1]), 4));
            put_rotation(out, b, q, fmax(sharpness, 0));
            memcpy(previous, q, sizeof previous);
        }
    }
}
