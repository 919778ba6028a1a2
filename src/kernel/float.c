/* SPDX-License-Identifier: MIT */
/* Reference kernels of float models (f32). */
#include "../arithmetic/f32.h"
#include "kernel.h"

/* Finds the palette entries at the offsets of a record or of a run. */
PELT_EACH void find_entries(const float *entry[4], const uint32_t *offsets, const float *palette,
                            unsigned influences)
{
    entry[0] = palette + offsets[0] / 4u;
    entry[1] = palette + offsets[1] / 4u;
    entry[2] = palette + offsets[influences > 2u ? 2 : 0] / 4u;
    entry[3] = palette + offsets[influences > 3u ? 3 : 0] / 4u;
}

/* Element i of the weighted sum of entries. */
PELT_EACH float element(const float *const entry[4], const float *w, unsigned i,
                        unsigned influences)
{
    float sum = entry[0][i] * w[0] + entry[1][i] * w[1];
    if (influences > 2u)
        sum += entry[2][i] * w[2];
    if (influences > 3u)
        sum += entry[3][i] * w[3];
    return sum;
}

/* Computes a row's element of the position and of the normal from those at p. */
static inline void apply_row(float *vertex, const float row[4], const float p[6])
{
    vertex[0] = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
    vertex[3] = row[0] * p[3] + row[1] * p[4] + row[2] * p[5];
}

PELT_EACH void skin_one(float *vertices, const uint8_t *records, uint32_t count,
                        const float *palette, const void *behind, const bool set)
{
    const uint32_t *offsets = (const uint32_t *)behind;
    const uint32_t bytes = set ? format_set_bytes_f32(1) : format_record_bytes_f32(1);
    for (; count > 0u; count--, vertices += 6, records += bytes) {
        const uint32_t *record = (const uint32_t *)(const void *)records;
        const float *m = palette + (set ? offsets[0] : *record++) / 4u;
        for (unsigned r = 0; r < 3u; r++, m += 4)
            apply_row(vertices + r, m, (const float *)(const void *)record);
    }
}

PELT_DEFINE_SKIN(pelt_reference_1_f32, float, skin_one, false)
PELT_DEFINE_SKIN(pelt_reference_set_1_f32, float, skin_one, true)

PELT_EACH void skin(float *vertices, const uint8_t *records, uint32_t count, const float *palette,
                    const void *behind, const unsigned influences, const bool set)
{
    const uint32_t *offsets = (const uint32_t *)behind;
    const uint32_t bytes =
        set ? format_set_bytes_f32(influences) : format_record_bytes_f32(influences);
    for (; count > 0u; count--, vertices += 6, records += bytes) {
        const uint32_t *record = (const uint32_t *)(const void *)records;
        const float *entry[4];
        find_entries(entry, set ? offsets : record, palette, influences);
        const float *w = (const float *)(const void *)(set ? record : record + influences);
        const float *p = w + influences;
        for (unsigned r = 0; r < 3u; r++) {
            const float row[4] = {element(entry, w, 4u * r, influences),
                                  element(entry, w, 4u * r + 1u, influences),
                                  element(entry, w, 4u * r + 2u, influences),
                                  element(entry, w, 4u * r + 3u, influences)};
            apply_row(vertices + r, row, p);
        }
    }
}

PELT_DEFINE_SKIN(pelt_reference_2_f32, float, skin, 2, false)
PELT_DEFINE_SKIN(pelt_reference_3_f32, float, skin, 3, false)
PELT_DEFINE_SKIN(pelt_reference_4_f32, float, skin, 4, false)
PELT_DEFINE_SKIN(pelt_reference_set_2_f32, float, skin, 2, true)
PELT_DEFINE_SKIN(pelt_reference_set_3_f32, float, skin, 3, true)
PELT_DEFINE_SKIN(pelt_reference_set_4_f32, float, skin, 4, true)

PELT_HOT(pelt_reference_tangents_f32)
void pelt_reference_tangents_f32(float *tangents, uint32_t stride_bytes, const uint8_t *records,
                                 const uint8_t *stored, uint32_t count, const float *palette,
                                 const void *offsets, uint32_t influences)
{
    const uint32_t own = offsets == NULL ? influences : 0u; /* the record has its own offsets */
    for (uint32_t i = 0; i < count; i++, tangents = (float *)advance(tangents, stride_bytes)) {
        const uint32_t *record = (const uint32_t *)(const void *)records;
        const uint32_t *joints = offsets == NULL ? record : (const uint32_t *)offsets;
        const float *w = (const float *)(const void *)(record + own);
        const float *t = (const float *)(const void *)stored;
        for (unsigned r = 0; r < 3u; r++) {
            const float *m = palette + joints[0] / 4u + 4u * r;
            float x = m[0], y = m[1], z = m[2];
            if (influences > 1u) {
                x *= w[0];
                y *= w[0];
                z *= w[0];
            }
            for (uint32_t k = 1; k < influences; k++) {
                m = palette + joints[k] / 4u + 4u * r;
                x += m[0] * w[k];
                y += m[1] * w[k];
                z += m[2] * w[k];
            }
            tangents[r] = x * t[0] + y * t[1] + z * t[2];
        }
        records += format_set_bytes_f32(influences) + 4u * own;
        stored += FORMAT_TANGENT_BYTES_F32;
    }
}

PELT_EACH void shade(float *shades, uint32_t stride_bytes, const uint8_t *records, uint32_t count,
                     const float *lights, const void *offsets, const unsigned influences)
{
    const uint32_t own = offsets == NULL ? influences : 0u;
    for (; count > 0u; count--, shades = (float *)advance(shades, stride_bytes)) {
        const uint32_t *record = (const uint32_t *)(const void *)records;
        const uint32_t *joints = offsets == NULL ? record : (const uint32_t *)offsets;
        const float *w = (const float *)(const void *)(record + own);
        const float *n = w + (influences > 1u ? influences : 0u) + 3;
        float sum = 0.0f;
        for (uint32_t k = 0; k < influences; k++) {
            const float *light = lights + joints[k] / (FORMAT_ENTRY_BYTES / 3u);
            const float shade = light[0] * n[0] + light[1] * n[1] + light[2] * n[2];
            sum += influences > 1u ? shade * w[k] : shade;
        }
        *shades = sum;
        records += format_set_bytes_f32(influences) + 4u * own;
    }
}

PELT_DEFINE_SHADES(pelt_reference_shades_f32, float)

PELT_HOT(pelt_reference_normalise_f32)
void pelt_reference_normalise_f32(float *normals, uint32_t stride_bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++, normals = (float *)advance(normals, stride_bytes)) {
        float x = normals[0], y = normals[1], z = normals[2];
        /* Where squares lose bits or overflow, by products of tiny or huge scales, components are
         * first scaled by a power of two, exactly. */
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
