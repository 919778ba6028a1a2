/* SPDX-License-Identifier: MIT */
/*
 * Reference kernels, q12: the low 32 bits of products, shifts round down. The range proof is at the
 * head of q12.h; beyond it everything is modulo 2^32.
 */
#include "fixed.h"
#include "format.h"
#include "kernel.h"

/// Entries ///////////////////////////////////////////////////////////////////////////////////////

/* Of the offsets that a record or a head begins with; unused ones are the first. */
static inline void find_entries(const int32_t *entry[4], const int16_t *offsets,
                                const int32_t *palette, unsigned influences)
{
    entry[0] = palette + (uint16_t)offsets[0] / 4u;
    entry[1] = palette + (uint16_t)offsets[influences > 1u ? 1 : 0] / 4u;
    entry[2] = palette + (uint16_t)offsets[influences > 2u ? 2 : 0] / 4u;
    entry[3] = palette + (uint16_t)offsets[influences > 3u ? 3 : 0] / 4u;
}

/* Element i of the mixed entry: from the first towards the others. Only differences are weighed,
 * so that translations may be large. */
static inline int32_t element(const int32_t *const entry[4], const int16_t *weights, unsigned i,
                              unsigned influences)
{
    const int32_t first = entry[0][i];
    int32_t sum = 0;
    if (influences > 1u)
        sum = fx_mul(fx_sub(entry[1][i], first), weights[1]);
    if (influences > 2u)
        sum = fx_add(sum, fx_mul(fx_sub(entry[2][i], first), weights[2]));
    if (influences > 3u)
        sum = fx_add(sum, fx_mul(fx_sub(entry[3][i], first), weights[3]));
    return fx_add(first, sum >> 14);
}

/* Written out: compilers that are asked for speed still leave short loops in place. */
static inline void mix_row(int32_t row[4], const int32_t *const entry[4], const int16_t *weights,
                           unsigned r, unsigned influences)
{
    row[0] = element(entry, weights, 4u * r, influences);
    row[1] = element(entry, weights, 4u * r + 1u, influences);
    row[2] = element(entry, weights, 4u * r + 2u, influences);
    row[3] = element(entry, weights, 4u * r + 3u, influences);
}

/* The second weight of two follows the offsets. */
static inline void mix(int32_t *mixes, const uint8_t *heads, uint32_t count,
                       const int32_t *palette, const unsigned influences)
{
    for (; count > 0u; count--, mixes += 12, heads += format_head_bytes_q12(influences)) {
        const int16_t *head = (const int16_t *)(const void *)heads;
        const int32_t *entry[4];
        find_entries(entry, head, palette, influences);
        for (unsigned r = 0; r < 3u; r++)
            mix_row(mixes + 4u * r, entry, head + (influences == 2u ? 1 : 4), r, influences);
    }
}

PELT_HOT_STAGE void pelt_reference_mix_q12(int32_t *mixes, const uint8_t *heads, uint32_t count,
                                           const int32_t *palette, uint32_t influences)
{
    switch (influences) {
    case 2: mix(mixes, heads, count, palette, 2); break;
    case 3: mix(mixes, heads, count, palette, 3); break;
    default: mix(mixes, heads, count, palette, 4); break;
    }
}

/// Vertices //////////////////////////////////////////////////////////////////////////////////////

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

static inline void skin(int32_t *vertices, const uint8_t *records, uint32_t count,
                        const int32_t *palette, const unsigned influences)
{
    for (; count > 0u; count--, vertices += 6, records += format_record_bytes_q12(influences)) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const geometry g = load_geometry(record, influences);
        const int32_t *entry[4];
        find_entries(entry, record, palette, influences);
        for (unsigned r = 0; r < 3u; r++) {
            int32_t row[4];
            /* the second weight is record[5] in every layout */
            mix_row(row, entry, record + 4, r, influences);
            vertices[r] = fx_add(row[3], dot(row, g.position) >> 14);
            vertices[3u + r] = dot(row, g.normal);
        }
    }
}

PELT_HOT void pelt_reference_1_q12(int32_t *vertices, const uint8_t *records, uint32_t count,
                                   const int32_t *palette)
{
    skin(vertices, records, count, palette, 1);
}

PELT_HOT void pelt_reference_2_q12(int32_t *vertices, const uint8_t *records, uint32_t count,
                                   const int32_t *palette)
{
    skin(vertices, records, count, palette, 2);
}

PELT_HOT void pelt_reference_3_q12(int32_t *vertices, const uint8_t *records, uint32_t count,
                                   const int32_t *palette)
{
    skin(vertices, records, count, palette, 3);
}

PELT_HOT void pelt_reference_4_q12(int32_t *vertices, const uint8_t *records, uint32_t count,
                                   const int32_t *palette)
{
    skin(vertices, records, count, palette, 4);
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
