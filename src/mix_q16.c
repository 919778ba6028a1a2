/* SPDX-License-Identifier: MIT */
/* Reference kernels of mixes, q16: what kernels 2 to 4 make on their way, and do with it. */
#include "element_q16.h"
#include "format.h"
#include "kernel.h"

/* A pointer `bytes` further; strides are multiples of 4. */
static inline int32_t *advance(int32_t *words, uint32_t bytes)
{
    return (int32_t *)(void *)((uint8_t *)words + bytes);
}

static inline void mix(int32_t *mixes, const uint8_t *heads, uint32_t count,
                       const int32_t *palette, const unsigned influences)
{
    for (uint32_t i = 0; i < count; i++, mixes += 12) {
        const int16_t *head = (const int16_t *)(const void *)heads;
        const int16_t *w = head + (influences == 2u ? 2u : 4u);
        const int32_t *entry[4];
        find_entries(entry, head, palette, influences);
        for (unsigned r = 0; r < 12u; r += 4u) {
            mixes[r] = element(entry, w, r, influences);
            mixes[r + 1u] = element(entry, w, r + 1u, influences);
            mixes[r + 2u] = element(entry, w, r + 2u, influences);
            mixes[r + 3u] = element(entry, w, r + 3u, influences);
        }
        heads += format_head_bytes_q16(influences);
    }
}

PELT_HOT void pelt_reference_blend_q16(int32_t *mixes, const uint8_t *heads, uint32_t count,
                                       const int32_t *palette, uint32_t influences)
{
    switch (influences) {
    case 2: mix(mixes, heads, count, palette, 2); break;
    case 3: mix(mixes, heads, count, palette, 3); break;
    default: mix(mixes, heads, count, palette, 4); break;
    }
}

PELT_HOT void pelt_reference_blended_q16(int32_t *positions, int32_t *normals,
                                         uint32_t stride_bytes, const uint8_t *records,
                                         uint32_t count, const int32_t *palette)
{
    for (uint32_t i = 0; i < count; i++) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int32_t *m = palette + (uint16_t)record[0] / 4u;
        const int16_t *p = record + 1, *n = record + 4;
        for (unsigned r = 0; r < 3u; r++, m += 4) {
            positions[r] = m[3] + fx_mulw(m[0], p[0]) + fx_mulw(m[1], p[1]) + fx_mulw(m[2], p[2]);
            if (normals)
                normals[r] = 1 + fx_mulw(m[0], n[0]) + fx_mulw(m[1], n[1]) + fx_mulw(m[2], n[2]);
        }
        positions = advance(positions, stride_bytes);
        if (normals)
            normals = advance(normals, stride_bytes);
        records += format_record_bytes_q16(1);
    }
}
