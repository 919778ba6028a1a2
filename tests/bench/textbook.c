/* SPDX-License-Identifier: MIT */
/* The textbook's loops, on purpose without any trick. */
#include "textbook.h"

#include <stddef.h>

/// Float ////////////////////////////////////////////////////////////////////////////////////////

static void transform_f32(float *out, const float *m, const float *v, float w)
{
    for (int r = 0; r < 3; r++)
        out[r] = m[4 * r] * v[0] + m[4 * r + 1] * v[1] + m[4 * r + 2] * v[2] + m[4 * r + 3] * w;
}

void textbook_transform_f32(float *out, const float *positions, const float *normals,
                            const uint16_t *joints, const float *weights, const float *palette,
                            uint32_t influence_count, uint32_t vertex_count)
{
    for (uint32_t i = 0; i < vertex_count; i++) {
        float p[3] = {0.0f, 0.0f, 0.0f}, n[3] = {0.0f, 0.0f, 0.0f}, t[3];
        for (uint32_t k = 0; k < influence_count; k++) {
            const float *m = palette + 12u * joints[k];
            transform_f32(t, m, positions, 1.0f);
            for (int c = 0; c < 3; c++)
                p[c] += weights[k] * t[c];
            if (normals != NULL) {
                transform_f32(t, m, normals, 0.0f);
                for (int c = 0; c < 3; c++)
                    n[c] += weights[k] * t[c];
            }
        }
        for (int c = 0; c < 3; c++)
            *out++ = p[c];
        if (normals != NULL) {
            for (int c = 0; c < 3; c++)
                *out++ = n[c];
            normals += 3;
        }
        positions += 3;
        joints += influence_count;
        weights += influence_count;
    }
}

void textbook_blend_f32(float *out, const float *positions, const float *normals,
                        const uint16_t *joints, const float *weights, const float *palette,
                        uint32_t influence_count, uint32_t vertex_count)
{
    for (uint32_t i = 0; i < vertex_count; i++) {
        float m[12];
        for (uint32_t e = 0; e < 12u; e++) {
            m[e] = 0.0f;
            for (uint32_t k = 0; k < influence_count; k++)
                m[e] += weights[k] * palette[12u * joints[k] + e];
        }
        transform_f32(out, m, positions, 1.0f);
        out += 3;
        if (normals != NULL) {
            transform_f32(out, m, normals, 0.0f);
            out += 3;
            normals += 3;
        }
        positions += 3;
        joints += influence_count;
        weights += influence_count;
    }
}

/// Q16.16 ///////////////////////////////////////////////////////////////////////////////////////

static int32_t mul(int32_t a, int32_t b)
{
    return (int32_t)(((int64_t)a * b) >> 16);
}

static void transform_q16(int32_t *out, const int32_t *m, const int32_t *v, int32_t w)
{
    for (int r = 0; r < 3; r++)
        out[r] = mul(m[4 * r], v[0]) + mul(m[4 * r + 1], v[1]) + mul(m[4 * r + 2], v[2]) +
                 (w != 0 ? m[4 * r + 3] : 0);
}

void textbook_transform_q16(int32_t *out, const int32_t *positions, const int32_t *normals,
                            const uint16_t *joints, const int32_t *weights, const int32_t *palette,
                            uint32_t influence_count, uint32_t vertex_count)
{
    for (uint32_t i = 0; i < vertex_count; i++) {
        int32_t p[3] = {0, 0, 0}, n[3] = {0, 0, 0}, t[3];
        for (uint32_t k = 0; k < influence_count; k++) {
            const int32_t *m = palette + 12u * joints[k];
            transform_q16(t, m, positions, 1);
            for (int c = 0; c < 3; c++)
                p[c] += mul(weights[k], t[c]);
            if (normals != NULL) {
                transform_q16(t, m, normals, 0);
                for (int c = 0; c < 3; c++)
                    n[c] += mul(weights[k], t[c]);
            }
        }
        for (int c = 0; c < 3; c++)
            *out++ = p[c];
        if (normals != NULL) {
            for (int c = 0; c < 3; c++)
                *out++ = n[c];
            normals += 3;
        }
        positions += 3;
        joints += influence_count;
        weights += influence_count;
    }
}

void textbook_blend_q16(int32_t *out, const int32_t *positions, const int32_t *normals,
                        const uint16_t *joints, const int32_t *weights, const int32_t *palette,
                        uint32_t influence_count, uint32_t vertex_count)
{
    for (uint32_t i = 0; i < vertex_count; i++) {
        int32_t m[12];
        for (uint32_t e = 0; e < 12u; e++) {
            m[e] = 0;
            for (uint32_t k = 0; k < influence_count; k++)
                m[e] += mul(weights[k], palette[12u * joints[k] + e]);
        }
        transform_q16(out, m, positions, 1);
        out += 3;
        if (normals != NULL) {
            transform_q16(out, m, normals, 0);
            out += 3;
            normals += 3;
        }
        positions += 3;
        joints += influence_count;
        weights += influence_count;
    }
}
