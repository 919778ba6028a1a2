/* SPDX-License-Identifier: MIT */
/* The f32 arithmetic: it gives q16.h's names their meaning in IEEE single precision. All lengths
 * are glTF units. The stages' templates include it through their float.c. */
#ifndef PELT_ARITHMETIC_F32_H
#define PELT_ARITHMETIC_F32_H

#include "../base/debug.h"
#include "../base/memory.h"
#include "../blob/format.h"
#include "curve.h"
#include "pelt.h"

#define NUM_TAKES(encoding) ((encoding) == PELT_FLOAT)
#define NUM_KERNELS(model) ((model)->family->f32)
#define NUM_MORPHING(model) ((model)->family->morphing_f32)
#define NUM_BETWEENS(model) ((model)->family->betweens_f32)

typedef float num;

typedef pelt_local_f32 local_t;
typedef pelt_pose_f32 pose_t;
typedef pelt_matrix_f32 joint_matrix_t;
typedef pelt_joints_f32 joints_t;
typedef pelt_matrix_f32 matrix_t;
typedef pelt_entry_f32 entry_t;
typedef pelt_palette_f32 palette_t;
typedef pelt_bind_light_f32 light_t;
typedef pelt_output_f32 output_t;
typedef pelt_vertex_f32 vertex_t;
typedef pelt_character_f32 character_t;

#define NUM_ONE 1.0f

/* Of unit length within 2^-8: squares sum to one within 2^-7. */
static inline bool num_is_unit(const num q[4])
{
    const float squares = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    return squares >= 1.0f - 1.0f / 128.0f && squares <= 1.0f + 1.0f / 128.0f;
}

#define num_is_byte(weight) false

/* A union, as a freestanding compiler may make memcpy a call. */
typedef union float_word {
    float number;
    uint32_t bits;
} float_word;

/* By its bits, as compilers may take comparisons of what is not a number for true. */
static inline bool num_is_finite(float a)
{
    const float_word word = {a};
    return (word.bits & 0x7F800000u) != 0x7F800000u;
}

static inline num num_mul(num a, num b)
{
    return a * b;
}

static inline num num_add(num a, num b)
{
    return a + b;
}

static inline num num_sub(num a, num b)
{
    return a - b;
}

static inline num num_one_minus_twice(num a)
{
    return 1.0f - 2.0f * a;
}

static inline num num_twice(num a)
{
    return 2.0f * a;
}

#define num_from_product(a) (a)
#define num_root(a) (a)

static inline num num_joint_dot(const num row[4], num a, num b, num c)
{
    return row[0] * a + row[1] * b + row[2] * c;
}

static inline num num_joint_translate(const num row[4], const num t[3])
{
    return row[0] * t[0] + row[1] * t[1] + row[2] * t[2] + row[3];
}

typedef format_entry_f32 format_entry;
typedef format_between_f32 format_between;

#define num_entry_dot(row, a, b, c, shift) num_joint_dot(row, a, b, c)

static inline num num_entry_translate(const num row[4], num a, num b, num c)
{
    return row[0] * a + row[1] * b + row[2] * c + row[3];
}

static inline num num_light(const num *column, const num d[3], uint32_t encoding)
{
    (void)encoding;
    return column[0] * d[0] + column[4] * d[1] + column[8] * d[2];
}

typedef float fraction;

static inline num num_lerp(num a, num b, fraction u)
{
    return a + (b - a) * u;
}

/* Numbers of a curve (curve.h) are Q30. */
static inline num num_of_rotation(int32_t q)
{
    return (float)q * (1.0f / 1073741824.0f);
}

#define NUM_KEY_BITS 72u
#define num_keys curve_wide_keys

/* curve_arc for a float result: keys are Q30, u is Q31. */
static inline void num_arc(num q[4], const int32_t a[4], const int32_t b[4], int32_t u)
{
    const float f = (float)u * (1.0f / 2147483648.0f), v = f * (1.0f - f);
    float way[4], squares = 0.0f;
    for (unsigned i = 0; i < 4u; i++) {
        way[i] = num_of_rotation(fx_sub(b[i], a[i]));
        squares += way[i] * way[i];
    }
    const float c = squares < 2.0f * 0.2929f ? 0.5f * squares : 0.2929f;
    const float k = 0.33323749f + c * (0.1453214f - 0.29719562f * v);
    const float weight = f + v * (1.0f - 2.0f * f) * c * k;
    const float x = 2.0f * c * weight * (1.0f - weight);
    const float s = x * (0.49999878f + x * (0.37526114f + x * (0.30386981f + x * 0.36180348f)));
    for (unsigned i = 0; i < 4u; i++) {
        const float chord = num_of_rotation(a[i]) + way[i] * weight;
        q[i] = chord + chord * s;
    }
}

/* v * 2^(form - 127) for form >= 1; the bits of that power are form << 23. */
static inline num num_of_length(int32_t v, uint32_t form)
{
    float_word step;
    step.bits = form << 23;
    return (float)v * step.number;
}

#define num_of_weight num_of_length

/* 1 / sqrt(a) for a > 0, relative error below 3e-7. The first guess halves the exponent (within
 * 3.5e-2; Lomont 2003) and Newton steps refine it, so that no square root instruction or library is
 * needed. */
static inline float num_rsqrt(float a)
{
    float_word guess = {a};
    guess.bits = 0x5F375A86u - (guess.bits >> 1);
    float y = guess.number;
    y = y * (1.5f - 0.5f * a * y * y); /* 1.8e-3 */
    y = y * (1.5f - 0.5f * a * y * y); /* 5e-6 */
    y = y * (1.5f - 0.5f * a * y * y);
    return y;
}

static inline void num_normalise_quaternion(num q[4])
{
    const float squares = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(squares > 1e-30f)) {
        q[0] = q[1] = q[2] = 0.0f;
        q[3] = 1.0f;
        return;
    }
    const float scale = num_rsqrt(squares);
    for (unsigned i = 0; i < 4u; i++)
        q[i] *= scale;
}

#define NUM_WEIGHT_ONE 1.0f

static inline fraction num_weight_fraction(num weight)
{
    return weight;
}

typedef float plain_sum;
#define num_plain_round(sum) (sum)

static inline plain_sum num_plain_towards(plain_sum sum, num a, num b, num weight)
{
    return sum + (b - a) * weight;
}

#define num_scaled_weight num_mul

#define NUM_TANGENT_BYTES FORMAT_TANGENT_BYTES_F32
#define NUM_DELTA_BYTES(flags) format_delta_bytes_f32(flags)
#define NUM_DELTA_TARGET(delta) (*(const uint32_t *)(const void *)(delta))

typedef float delta_num;

typedef struct morph_sum {
    float position[3], normal[3], tangent[3];
} morph_sum;

static inline float sum_scale(const float *weights, uint32_t count)
{
    float sum = 0.0f;
    for (uint32_t i = 0; i < count; i++)
        if (weights[i] > 0.0f)
            sum += weights[i];
    return sum > 1.0f ? 1.0f / sum : 1.0f;
}

#define num_weight num_mul

static inline float num_add_delta(float sum, float weight, delta_num delta)
{
    return sum + weight * delta;
}

static inline void num_morph_record(uint8_t *record, const morph_sum *sum, uint32_t influences,
                                    unsigned position_shift, uint32_t encoding)
{
    (void)position_shift, (void)encoding;
    float *at = (float *)(void *)record + (influences == 1u ? 1u : 2u * influences);
    for (unsigned i = 0; i < 3u; i++) {
        at[i] += sum->position[i];
        at[3u + i] += sum->normal[i];
    }
}

static inline void num_morph_tangent(uint8_t *out, const uint8_t *base, const morph_sum *sum,
                                     uint32_t influences, uint32_t encoding)
{
    (void)influences, (void)encoding;
    const float *t = (const float *)(const void *)base;
    float *to = (float *)(void *)out;
    for (unsigned i = 0; i < 3u; i++)
        to[i] = t[i] + sum->tangent[i];
    to[3] = t[3];
}

static inline num num_handedness(const uint8_t *tangent)
{
    return ((const float *)(const void *)tangent)[3] < 0.0f ? -1.0f : 1.0f;
}

#endif
