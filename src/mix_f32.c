/* SPDX-License-Identifier: MIT */
/* Reference kernel of mixes, f32: what kernels 2 to 4 make on their way. */
#include "format.h"
#include "kernel.h"

static inline void mix(float *mixes, const uint8_t *heads, uint32_t count, const float *palette,
                       const unsigned influences)
{
    for (uint32_t i = 0; i < count; i++, mixes += 12) {
        const uint32_t *offsets = (const uint32_t *)(const void *)heads;
        const float *w = (const float *)(const void *)heads + influences;
        const float *a = palette + offsets[0] / 4u, *b = palette + offsets[1] / 4u;
        const float *c = palette + offsets[influences > 2u ? 2 : 0] / 4u;
        const float *d = palette + offsets[influences > 3u ? 3 : 0] / 4u;
        for (unsigned e = 0; e < 12u; e++) {
            float sum = a[e] * w[0] + b[e] * w[1];
            if (influences > 2u)
                sum += c[e] * w[2];
            if (influences > 3u)
                sum += d[e] * w[3];
            mixes[e] = sum;
        }
        heads += format_head_bytes_f32(influences);
    }
}

PELT_HOT void pelt_reference_blend_f32(float *mixes, const uint8_t *heads, uint32_t count,
                                       const float *palette, uint32_t influences)
{
    switch (influences) {
    case 2: mix(mixes, heads, count, palette, 2); break;
    case 3: mix(mixes, heads, count, palette, 3); break;
    default: mix(mixes, heads, count, palette, 4); break;
    }
}
