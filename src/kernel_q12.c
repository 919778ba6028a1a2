/* SPDX-License-Identifier: MIT */
/*
 * Reference kernels, q12: the low 32 bits of products, shifts round down. The range proof is at the
 * head of q12.h; beyond it everything is modulo 2^32.
 */
#include "element_q12.h"
#include "fixed.h"
#include "format.h"
#include "kernel.h"

static inline int32_t *advance(int32_t *words, uint32_t bytes)
{
    return (int32_t *)(void *)((uint8_t *)words + bytes);
}

/* Position and normal of a record. */
typedef struct geometry {
    int32_t position[3], normal[3];
} geometry;

static inline geometry load_geometry(const int16_t *record, unsigned influences)
{
    geometry g;
    const int16_t *p = record + (influences > 2u ? 8u : influences);
    const int8_t *n = (const int8_t *)(p + (influences > 1u ? 4 : 3));
    g.position[0] = p[0];
    g.position[1] = p[1];
    g.position[2] = influences > 2u ? *(const int32_t *)(const void *)(p + 2) : p[2];
    g.normal[0] = n[0];
    g.normal[1] = n[1];
    g.normal[2] = n[3];
    return g;
}

static inline int32_t dot(const int32_t row[3], const int32_t v[3])
{
    return fx_add(fx_add(fx_mul(row[0], v[0]), fx_mul(row[1], v[1])), fx_mul(row[2], v[2]));
}

/* Written out: compilers that are asked for speed still leave short loops in place. */
static inline void skin(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                        const uint8_t *records, uint32_t count, const int32_t *palette,
                        const unsigned influences)
{
    for (uint32_t i = 0; i < count; i++) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int16_t *weights = record + 4; /* the second's is record[5] in every layout */
        const geometry g = load_geometry(record, influences);
        const int32_t *entry[4];
        find_entries(entry, record, palette, influences);
        for (unsigned r = 0; r < 3u; r++) {
            const int32_t row[4] = {element(entry, weights, 4u * r, influences),
                                    element(entry, weights, 4u * r + 1u, influences),
                                    element(entry, weights, 4u * r + 2u, influences),
                                    element(entry, weights, 4u * r + 3u, influences)};
            positions[r] = fx_add(row[3], dot(row, g.position) >> 14);
            if (normals)
                normals[r] = dot(row, g.normal);
        }
        positions = advance(positions, stride_bytes);
        if (normals)
            normals = advance(normals, stride_bytes);
        records += format_record_bytes_q12(influences);
    }
}

PELT_HOT void pelt_reference_1_q12(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                                   const uint8_t *records, uint32_t count, const int32_t *palette)
{
    skin(positions, normals, stride_bytes, records, count, palette, 1);
}

PELT_HOT void pelt_reference_2_q12(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                                   const uint8_t *records, uint32_t count, const int32_t *palette)
{
    skin(positions, normals, stride_bytes, records, count, palette, 2);
}

PELT_HOT void pelt_reference_3_q12(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                                   const uint8_t *records, uint32_t count, const int32_t *palette)
{
    skin(positions, normals, stride_bytes, records, count, palette, 3);
}

PELT_HOT void pelt_reference_4_q12(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                                   const uint8_t *records, uint32_t count, const int32_t *palette)
{
    skin(positions, normals, stride_bytes, records, count, palette, 4);
}

/* Elements of 17 bits times tangents cut to 14: below 3 * 2^29. */
PELT_HOT void pelt_reference_tangents_q12(int32_t *tangents, uint32_t stride_bytes,
                                          const uint8_t *records, const uint8_t *stored,
                                          uint32_t count, const int32_t *palette,
                                          uint32_t influences)
{
    for (uint32_t i = 0; i < count; i++, tangents = advance(tangents, stride_bytes)) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int16_t *t = (const int16_t *)(const void *)stored;
        const int32_t tangent[3] = {t[0] >> 2, t[1] >> 2, t[2] >> 2};
        const int32_t *entry[4];
        find_entries(entry, record, palette, influences);
        for (unsigned r = 0; r < 3u; r++) {
            int32_t row[3];
            for (unsigned c = 0; c < 3u; c++)
                row[c] = element(entry, record + 4, 4u * r + c, influences);
            tangents[r] = dot(row, tangent);
        }
        records += format_record_bytes_q12(influences);
        stored += FORMAT_TANGENT_BYTES_Q16;
    }
}
