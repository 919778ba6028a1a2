/* SPDX-License-Identifier: MIT */
/* The names of vector_q16.h in float, for src/motion. */
#ifndef PELT_ARITHMETIC_VECTOR_F32_H
#define PELT_ARITHMETIC_VECTOR_F32_H

#include "f32.h"
#include "turns.h"

static inline num num_halved(num a)
{
    return 0.5f * a;
}

static inline num num_magnitude(num a)
{
#ifdef __GNUC__
    return __builtin_fabsf(a); /* an instruction, where there is an FPU */
#else
    return a < 0.0f ? -a : a;
#endif
}

#define num_half_product num_halved
#define num_from_part(a) (a)

/* Divides by the largest magnitude if that has a finite reciprocal. */
static inline void num_level(num *v, unsigned count)
{
    float most = 0.0f;
    for (unsigned i = 0; i < count; i++) {
        const float size = num_magnitude(v[i]);
        most = size > most ? size : most;
    }
    const float scale = most > 1e-37f && most < 1e37f ? 1.0f / most : 1.0f;
    for (unsigned i = 0; i < count; i++)
        v[i] *= scale;
}

/* The length is 1 within 3e-7; returns false for lengths below 1e-37 and beyond 1e37. */
static inline bool num_unit(num out[3], const num v[3])
{
    num level[3] = {v[0], v[1], v[2]};
    num_level(level, 3);
    const float squares = level[0] * level[0] + level[1] * level[1] + level[2] * level[2];
    if (!(squares >= 0.5f && squares <= 4.0f)) /* normal vectors give 1 to 3; zero and NaN do not */
        return false;
    const float scale = num_rsqrt(squares);
    for (unsigned i = 0; i < 3u; i++)
        out[i] = level[i] * scale;
    return true;
}

static inline num num_products(const num a[3], const num b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void num_turn(num out[3], const num r[4], const num v[3])
{
    const float t[3] = {2.0f * (r[1] * v[2] - r[2] * v[1]), 2.0f * (r[2] * v[0] - r[0] * v[2]),
                        2.0f * (r[0] * v[1] - r[1] * v[0])};
    const float turned[3] = {v[0] + r[3] * t[0] + (r[1] * t[2] - r[2] * t[1]),
                             v[1] + r[3] * t[1] + (r[2] * t[0] - r[0] * t[2]),
                             v[2] + r[3] * t[2] + (r[0] * t[1] - r[1] * t[0])};
    for (unsigned i = 0; i < 3u; i++)
        out[i] = turned[i];
}

typedef float turn_angle; /* turns */
#define NUM_HALF_TURN 0.5f

#define num_half_angle num_halved

/* The product, normalised, of a unit quaternion and one that is 1/2 to 1 long. */
void pelt_turn_multiply_f32(num out[4], const num a[4], const num b[4]);

static inline bool num_limit_is_valid(turn_angle limit)
{
    return limit >= 0.0f && limit <= 0.5f;
}

static inline void num_sin_cos(num *sine, num *cosine, turn_angle a)
{
    *sine = turns_sine_f32(a);
    *cosine = turns_cosine_f32(a);
}

#define num_angle_of_sine turns_of_sine_f32

static inline num num_ratio(num n, num m)
{
    const float ratio = n / m;
    return ratio > 1.0f ? 1.0f : ratio < -1.0f ? -1.0f : ratio;
}

/* For lengths from num_narrow, whose products do not overflow. */
static inline num num_mean(num a, num b)
{
    const float product = a * b;
    return product > 1e-30f && product < 1e37f ? product * num_rsqrt(product) : 0.0f;
}

static inline num num_root_of(num a)
{
    return num_mean(a, 1.0f);
}

/* These do nothing in float, where every length has its own exponent. */
#define num_lowered(a, down) (a)
#define num_raised(a, up) (a)
#define num_widened(a, down) (a)

#define num_part(part) (part)

typedef float wide_num;

static inline wide_num num_place(num a, uint32_t length_bits)
{
    (void)length_bits;
    return a;
}

#define num_excess(way, bits) 0

static inline void num_narrow(num out[3], const wide_num v[3], int32_t down)
{
    (void)down;
    for (unsigned i = 0; i < 3u; i++)
        out[i] = v[i];
}

typedef struct num_offset {
    num level[3];
} num_offset;

static inline void num_offset_of(num_offset *out, const num place[3], uint32_t length_bits,
                                 int32_t scale_shift)
{
    (void)length_bits;
    (void)scale_shift;
    for (unsigned i = 0; i < 3u; i++)
        out->level[i] = place[i];
}

static inline void num_add_offset(wide_num to[3], const num m[12], const num_offset *offset)
{
    const num *v = offset->level;
    for (unsigned i = 0; i < 3u; i++, m += 4)
        to[i] += m[0] * v[0] + m[1] * v[1] + m[2] * v[2];
}

static inline void num_narrow_offset(num out[3], int32_t *down, const num m[12],
                                     const num_offset *offset)
{
    (void)down;
    out[0] = out[1] = out[2] = 0.0f;
    num_add_offset(out, m, offset);
}

/* As num_level, by the largest of both. */
static inline void num_level_two(num a[3], num b[3])
{
    num both[6] = {a[0], a[1], a[2], b[0], b[1], b[2]};
    num_level(both, 6);
    for (unsigned i = 0; i < 3u; i++) {
        a[i] = both[i];
        b[i] = both[3u + i];
    }
}

#define num_length(a, up) (a)

#endif
