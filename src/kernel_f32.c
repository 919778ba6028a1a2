/* SPDX-License-Identifier: MIT */
/* Reference kernels, f32. */
#include "f32.h"
#include "kernel.h"

/* Entries mixed by weight: the front of a record is a head. */
static inline void mix_one(float m[12], const uint8_t *head, const float *palette,
                           const unsigned influences)
{
    const uint32_t *offsets = (const uint32_t *)(const void *)head;
    const float *w = (const float *)(const void *)head + influences;
    const float *a = palette + offsets[0] / 4u, *b = palette + offsets[1] / 4u;
    const float *c = palette + offsets[influences > 2u ? 2 : 0] / 4u;
    const float *d = palette + offsets[influences > 3u ? 3 : 0] / 4u;
    for (unsigned e = 0; e < 12u; e++) {
        float sum = a[e] * w[0] + b[e] * w[1];
        if (influences > 2u)
            sum += c[e] * w[2];
        if (influences > 3u)
            sum += d[e] * w[3];
        m[e] = sum;
    }
}

static inline void mix(float *mixes, const uint8_t *heads, uint32_t count, const float *palette,
                       const unsigned influences)
{
    for (; count > 0u; count--, mixes += 12, heads += format_head_bytes_f32(influences))
        mix_one(mixes, heads, palette, influences);
}

PELT_HOT_STAGE void pelt_reference_mix_f32(float *mixes, const uint8_t *heads, uint32_t count,
                                           const float *palette, uint32_t influences)
{
    switch (influences) {
    case 2: mix(mixes, heads, count, palette, 2); break;
    case 3: mix(mixes, heads, count, palette, 3); break;
    default: mix(mixes, heads, count, palette, 4); break;
    }
}

/* Position and normal at p to a vertex. */
static inline void apply(float vertex[6], const float m[12], const float p[6])
{
    for (unsigned r = 0; r < 3u; r++, m += 4) {
        vertex[r] = m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3];
        vertex[3u + r] = m[0] * p[3] + m[1] * p[4] + m[2] * p[5];
    }
}

PELT_HOT void pelt_reference_1_f32(float *vertices, const uint8_t *records, uint32_t count,
                                   const float *palette)
{
    for (; count > 0u; count--, vertices += 6, records += format_record_bytes_f32(1)) {
        const uint32_t offset = *(const uint32_t *)(const void *)records;
        apply(vertices, palette + offset / 4u, (const float *)(const void *)records + 1);
    }
}

static inline void skin(float *vertices, const uint8_t *records, uint32_t count,
                        const float *palette, const unsigned influences)
{
    for (; count > 0u; count--, vertices += 6, records += format_record_bytes_f32(influences)) {
        float m[12];
        mix_one(m, records, palette, influences);
        apply(vertices, m, (const float *)(const void *)records + 2u * influences);
    }
}

PELT_HOT void pelt_reference_2_f32(float *vertices, const uint8_t *records, uint32_t count,
                                   const float *palette)
{
    skin(vertices, records, count, palette, 2);
}

PELT_HOT void pelt_reference_3_f32(float *vertices, const uint8_t *records, uint32_t count,
                                   const float *palette)
{
    skin(vertices, records, count, palette, 3);
}

PELT_HOT void pelt_reference_4_f32(float *vertices, const uint8_t *records, uint32_t count,
                                   const float *palette)
{
    skin(vertices, records, count, palette, 4);
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
            pelt_kernel_mix_f32(mix, records, 1, palette, influences);
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
