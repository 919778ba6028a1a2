/* SPDX-License-Identifier: MIT */
/* Reference kernels, f32. */
#include "f32.h"
#include "kernel.h"

static inline float *advance(float *words, uint32_t bytes)
{
    return (float *)(void *)((uint8_t *)words + bytes);
}

static inline void apply(float *position, float *normal, const float m[12], const float *p,
                         const float *n)
{
    for (unsigned r = 0; r < 3u; r++, m += 4) {
        position[r] = m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3];
        if (normal)
            normal[r] = m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
    }
}

PELT_HOT void pelt_reference_1_f32(float *positions, float *normals, uint32_t stride_bytes,
                                const uint8_t *records, uint32_t count, const float *palette)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t offset = *(const uint32_t *)(const void *)records;
        const float *p = (const float *)(const void *)records + 1;
        apply(positions, normals, palette + offset / 4u, p, p + 3);
        positions = advance(positions, stride_bytes);
        if (normals)
            normals = advance(normals, stride_bytes);
        records += format_record_bytes_f32(1);
    }
}

static inline void blend(float *positions, float *normals, uint32_t stride_bytes,
                         const uint8_t *records, uint32_t count, const float *palette,
                         const unsigned influences)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *offsets = (const uint32_t *)(const void *)records;
        const float *w = (const float *)(const void *)records + influences, *p = w + influences;
        float m[12];
        for (unsigned e = 0; e < 12u; e++) {
            float sum = palette[offsets[0] / 4u + e] * w[0];
            for (unsigned k = 1; k < influences; k++)
                sum += palette[offsets[k] / 4u + e] * w[k];
            m[e] = sum;
        }
        apply(positions, normals, m, p, p + 3);
        positions = advance(positions, stride_bytes);
        if (normals)
            normals = advance(normals, stride_bytes);
        records += format_record_bytes_f32(influences);
    }
}

PELT_HOT void pelt_reference_2_f32(float *positions, float *normals, uint32_t stride_bytes,
                                const uint8_t *records, uint32_t count, const float *palette)
{
    blend(positions, normals, stride_bytes, records, count, palette, 2);
}

PELT_HOT void pelt_reference_3_f32(float *positions, float *normals, uint32_t stride_bytes,
                                const uint8_t *records, uint32_t count, const float *palette)
{
    blend(positions, normals, stride_bytes, records, count, palette, 3);
}

PELT_HOT void pelt_reference_4_f32(float *positions, float *normals, uint32_t stride_bytes,
                                const uint8_t *records, uint32_t count, const float *palette)
{
    blend(positions, normals, stride_bytes, records, count, palette, 4);
}

/* A record's front is a head: mixed by the linked kernel, as mixes of the palette are. */
PELT_HOT void pelt_reference_tangents_f32(float *tangents, uint32_t stride_bytes,
                                       const uint8_t *records, const uint8_t *stored,
                                       uint32_t count, const float *palette, uint32_t influences)
{
    float mix[12];
    for (uint32_t i = 0; i < count; i++, tangents = advance(tangents, stride_bytes)) {
        const float *m = palette + *(const uint32_t *)(const void *)records / 4u;
        const float *t = (const float *)(const void *)stored;
        if (influences > 1u) {
            pelt_kernel_blend_f32(mix, records, 1, palette, influences);
            m = mix;
        }
        for (unsigned r = 0; r < 3u; r++, m += 4)
            tangents[r] = m[0] * t[0] + m[1] * t[1] + m[2] * t[2];
        records += format_record_bytes_f32(influences);
        stored += FORMAT_TANGENT_BYTES_F32;
    }
}

PELT_HOT void pelt_reference_normalise_f32(float *normals, uint32_t stride_bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++, normals = advance(normals, stride_bytes)) {
        float x = normals[0], y = normals[1], z = normals[2];
        /* Products of tiny scales: squares below 1e-30 are scaled up first, exactly. */
        float squares = x * x + y * y + z * z;
        if (squares < 1e-24f) {
            const float up = 1125899906842624.0f; /* 2^50 */
            x *= up;
            y *= up;
            z *= up;
            squares = x * x + y * y + z * z;
        } else if (squares > 1e24f) {
            const float down = 1.0f / 1125899906842624.0f;
            x *= down;
            y *= down;
            z *= down;
            squares = x * x + y * y + z * z;
        }
        if (!(squares > 1e-30f)) {
            normals[0] = normals[1] = normals[2] = 0.0f;
            continue;
        }
        const float scale = num_rsqrt(squares);
        normals[0] = x * scale;
        normals[1] = y * scale;
        normals[2] = z * scale;
    }
}
