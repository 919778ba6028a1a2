/* SPDX-License-Identifier: MIT */
/* Reference kernel of mixes, q12: what kernels 2 to 4 make on their way. */
#include "element_q12.h"
#include "format.h"
#include "kernel.h"

/* The second weight of two follows the offsets. */
static inline void mix(int32_t *mixes, const uint8_t *heads, uint32_t count,
                       const int32_t *palette, const unsigned influences)
{
    for (uint32_t i = 0; i < count; i++, mixes += 12) {
        const int16_t *head = (const int16_t *)(const void *)heads;
        const int16_t *weights = head + (influences == 2u ? 1 : 4);
        const int32_t *entry[4];
        find_entries(entry, head, palette, influences);
        for (unsigned r = 0; r < 12u; r += 4u) {
            mixes[r] = element(entry, weights, r, influences);
            mixes[r + 1u] = element(entry, weights, r + 1u, influences);
            mixes[r + 2u] = element(entry, weights, r + 2u, influences);
            mixes[r + 3u] = element(entry, weights, r + 3u, influences);
        }
        heads += format_head_bytes_q12(influences);
    }
}

PELT_HOT void pelt_reference_blend_q12(int32_t *mixes, const uint8_t *heads, uint32_t count,
                                       const int32_t *palette, uint32_t influences)
{
    switch (influences) {
    case 2: mix(mixes, heads, count, palette, 2); break;
    case 3: mix(mixes, heads, count, palette, 3); break;
    default: mix(mixes, heads, count, palette, 4); break;
    }
}
