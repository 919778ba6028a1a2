/* SPDX-License-Identifier: MIT */
/*
 * Reference kernels, q12: 32 x 32 -> 32 bit products only, shifts round down. The range proof is at
 * the head of q12.h.
 */
#include "fixed.h"
#include "format.h"
#include "kernel.h"

static inline int32_t *advance(int32_t *words, uint32_t bytes)
{
    return (int32_t *)(void *)((uint8_t *)words + bytes);
}

/* One row: entry in 16 bits, position in 15, normal in 8. */
static inline void apply(int32_t *position, int32_t *normal, const int32_t row[4],
                         const int16_t *p, const int8_t *n)
{
    *position = row[3] + ((row[0] * p[0] + row[1] * p[1] + row[2] * p[2]) >> 11);
    if (normal)
        *normal = row[0] * n[0] + row[1] * n[1] + row[2] * n[2];
}

PELT_HOT void pelt_reference_1_q12(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                                   const uint8_t *records, uint32_t count, const int32_t *palette)
{
    for (uint32_t i = 0; i < count; i++) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int32_t *m = palette + (uint16_t)record[0] / 4u;
        const int8_t *n = (const int8_t *)(record + 4);
        for (unsigned r = 0; r < 3u; r++)
            apply(positions + r, normals ? normals + r : normals, m + 4u * r, record + 1, n);
        positions = advance(positions, stride_bytes);
        if (normals)
            normals = advance(normals, stride_bytes);
        records += format_record_bytes_q12(1);
    }
}

/* Two: from the first entry towards the second. */
PELT_HOT void pelt_reference_2_q12(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                                   const uint8_t *records, uint32_t count, const int32_t *palette)
{
    for (uint32_t i = 0; i < count; i++) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int32_t *a = palette + (uint16_t)record[0] / 4u;
        const int32_t *b = palette + (uint16_t)record[1] / 4u;
        const int8_t *n = (const int8_t *)(record + 6);
        for (unsigned r = 0; r < 3u; r++, a += 4, b += 4) {
            int32_t row[4];
            for (unsigned c = 0; c < 4u; c++)
                row[c] = a[c] + (((b[c] - a[c]) * record[5]) >> 12);
            apply(positions + r, normals ? normals + r : normals, row, record + 2, n);
        }
        positions = advance(positions, stride_bytes);
        if (normals)
            normals = advance(normals, stride_bytes);
        records += format_record_bytes_q12(2);
    }
}

static inline void blend(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                         const uint8_t *records, uint32_t count, const int32_t *palette,
                         const unsigned influences)
{
    for (uint32_t i = 0; i < count; i++) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int16_t *w = record + 4, *p = record + 8;
        const int8_t *n = (const int8_t *)(record + 12);
        for (unsigned r = 0; r < 3u; r++) {
            int32_t row[4];
            for (unsigned c = 0; c < 4u; c++) {
                int32_t sum = 0;
                for (unsigned k = 0; k < influences; k++)
                    sum += palette[(uint16_t)record[k] / 4u + 4u * r + c] * w[k];
                row[c] = sum >> 12;
            }
            apply(positions + r, normals ? normals + r : normals, row, p, n);
        }
        positions = advance(positions, stride_bytes);
        if (normals)
            normals = advance(normals, stride_bytes);
        records += format_record_bytes_q12(influences);
    }
}

PELT_HOT void pelt_reference_3_q12(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                                   const uint8_t *records, uint32_t count, const int32_t *palette)
{
    blend(positions, normals, stride_bytes, records, count, palette, 3);
}

PELT_HOT void pelt_reference_4_q12(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                                   const uint8_t *records, uint32_t count, const int32_t *palette)
{
    blend(positions, normals, stride_bytes, records, count, palette, 4);
}

PELT_HOT void pelt_reference_blend_q12(int32_t *mixes, const uint8_t *heads, uint32_t count,
                                       const int32_t *palette, uint32_t influences)
{
    for (uint32_t i = 0; i < count; i++, mixes += 12) {
        const int16_t *head = (const int16_t *)(const void *)heads;
        for (unsigned e = 0; e < 12u; e++) {
            if (influences == 2u) {
                const int32_t a = palette[(uint16_t)head[0] / 4u + e];
                mixes[e] = a + (((palette[(uint16_t)head[1] / 4u + e] - a) * head[2]) >> 12);
                continue;
            }
            int32_t sum = 0;
            for (unsigned k = 0; k < influences; k++)
                sum += palette[(uint16_t)head[k] / 4u + e] * head[4u + k];
            mixes[e] = sum >> 12;
        }
        heads += format_head_bytes_q12(influences);
    }
}

/* Entry in 16 bits times tangent in 14: below 3 * 2^28. */
PELT_HOT void pelt_reference_tangents_q12(int32_t *tangents, uint32_t stride_bytes,
                                          const uint8_t *records, const uint8_t *stored,
                                          uint32_t count, const int32_t *palette,
                                          uint32_t influences)
{
    for (uint32_t i = 0; i < count; i++, tangents = advance(tangents, stride_bytes)) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int16_t *t = (const int16_t *)(const void *)stored;
        for (unsigned r = 0; r < 3u; r++) {
            const int32_t *a = palette + (uint16_t)record[0] / 4u + 4u * r;
            const int32_t *b = palette + (uint16_t)record[influences > 1u ? 1 : 0] / 4u + 4u * r;
            int32_t sum = 0;
            for (unsigned c = 0; c < 3u; c++) {
                int32_t element = a[c];
                if (influences == 2u) {
                    element += ((b[c] - a[c]) * record[5]) >> 12;
                } else if (influences > 2u) {
                    element = 0;
                    for (unsigned k = 0; k < influences; k++)
                        element += palette[(uint16_t)record[k] / 4u + 4u * r + c] * record[4u + k];
                    element >>= 12;
                }
                sum += element * (t[c] >> 2);
            }
            tangents[r] = sum;
        }
        records += format_record_bytes_q12(influences);
        stored += FORMAT_TANGENT_BYTES_Q16;
    }
}
