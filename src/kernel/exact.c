/* SPDX-License-Identifier: MIT */
/* Reference kernels of exact models (q16). The ranges are argued at the head of q16.h. A product is
 * floor(32-bit * signed 16-bit / 2^16), SMULWB on Arm. */
#include <stdbool.h>

#include "../base/fixed.h"
#include "../blob/format.h"
#include "kernel.h"

/// Entries ///////////////////////////////////////////////////////////////////////////////////////

/* Element i of the weighted sum of entries. The start value makes up for the average loss of the
 * floors: half a step per influence in each element, and in the translation also 1.5 for the three
 * products of the position (rounded down to a whole step). */
PELT_EACH int32_t element(const int32_t *const entry[4], const int16_t *w, unsigned i,
                          unsigned influences)
{
    int32_t sum = (int32_t)(i % 4u == 3u ? (influences + 3u) / 2u : influences / 2u);
    sum += fx_mulw(entry[0][i], w[0]) + fx_mulw(entry[1][i], w[1]);
    if (influences > 2u)
        sum += fx_mulw(entry[2][i], w[2]);
    if (influences > 3u)
        sum += fx_mulw(entry[3][i], w[3]);
    return sum;
}

#include "mix.inc"

/// Vertices //////////////////////////////////////////////////////////////////////////////////////

static inline int32_t dot(int32_t start, const int32_t row[3], const int16_t v[3])
{
    return start + fx_mulw(row[0], v[0]) + fx_mulw(row[1], v[1]) + fx_mulw(row[2], v[2]);
}

/* Kernel for one influence. The result is halved at the end, because elsewhere the weights (2^15 of
 * 2^16) halve the entries. Positions start at 2, for the 1.5 steps that three floors lose on
 * average and half a step for the final halving. Normals are stored halved (Q14) instead. */
PELT_EACH void skin_one(int32_t *vertices, const uint8_t *records, uint32_t count,
                        const int32_t *palette, const void *behind, const bool set)
{
    const uint16_t *offsets = (const uint16_t *)behind;
    const uint32_t bytes = set ? format_set_bytes_q16(1) : format_record_bytes_q16(1);
    for (; count > 0u; count--, vertices += 6, records += bytes) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int32_t *m = palette + (set ? offsets[0] : (uint16_t)*record++) / 4u;
        const int16_t *p = record, *n = p + 3;
        PELT_UNROLLED
        for (unsigned r = 0; r < 3u; r++, m += 4) {
            vertices[r] = dot(m[3] + 2, m, p) >> 1;
            vertices[3u + r] = dot(1, m, n);
        }
    }
}

PELT_DEFINE_SKIN(pelt_reference_1_q16, int32_t, skin_one, false)
PELT_DEFINE_SKIN(pelt_reference_set_1_q16, int32_t, skin_one, true)

/* Kernel for several influences: entries are mixed into the matrix row by row, which is then
 * applied. */
PELT_EACH void skin(int32_t *vertices, const uint8_t *records, uint32_t count,
                    const int32_t *palette, const void *behind, const unsigned influences,
                    const bool set)
{
    const int16_t *offsets = (const int16_t *)behind;
    const unsigned slots = influences == 2u ? 2u : 4u;
    const uint32_t bytes =
        set ? format_set_bytes_q16(influences) : format_record_bytes_q16(influences);
    for (; count > 0u; count--, vertices += 6, records += bytes) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int32_t *entry[4];
        find_entries(entry, set ? offsets : record, palette, influences);
        const int16_t *w = set ? record : record + slots, *p = w + slots, *n = p + 3;
        PELT_UNROLLED
        for (unsigned r = 0; r < 3u; r++) {
            int32_t row[4];
            mix_row(row, entry, w, r, influences);
            vertices[r] = dot(row[3], row, p);
            vertices[3u + r] = dot(1, row, n);
        }
    }
}

PELT_DEFINE_SKIN(pelt_reference_2_q16, int32_t, skin, 2, false)
PELT_DEFINE_SKIN(pelt_reference_3_q16, int32_t, skin, 3, false)
PELT_DEFINE_SKIN(pelt_reference_4_q16, int32_t, skin, 4, false)
PELT_DEFINE_SKIN(pelt_reference_set_2_q16, int32_t, skin, 2, true)
PELT_DEFINE_SKIN(pelt_reference_set_3_q16, int32_t, skin, 3, true)
PELT_DEFINE_SKIN(pelt_reference_set_4_q16, int32_t, skin, 4, true)

/// Packed records ////////////////////////////////////////////////////////////////////////////////

#define WEIGHT_ONE 32768u
#define WEIGHT_COARSER 0u
#include "unpack.inc"

/* Unpacks records (unpack.inc). Normals become Q15, with one influence Q14. */
PELT_EACH void unpack(uint16_t *to, const uint16_t *from, uint32_t count, const uint16_t *normals,
                      const unsigned influences)
{
    for (; count > 0u; count--) {
        const uint32_t normal = influences % 2u != 0u ? *--normals : from[influences == 2u ? 5 : 7];
        if (influences == 1u) {
            store_pair(to, load_pair(from));
            store_pair(to + 2, load_pair(from + 2));
            to[4] = (uint16_t)((int16_t)(uint16_t)normal >> 1);
            to[5] = (uint16_t)((int32_t)(normal << 21) >> 17);
            to[6] = (uint16_t)((int32_t)(normal << 27) >> 17);
        } else {
            const uint16_t *position = from + (influences == 4u ? 4 : 2);
            uint16_t *geometry = to + (influences == 2u ? 4 : 8);
            if (influences == 2u) {
                const uint32_t pair = load_pair(from), second = second_weight(pair);
                store_pair(to, offsets_of(pair));
                to[2] = (uint16_t)(WEIGHT_ONE - second);
                to[3] = (uint16_t)second;
            } else {
                unpack_front(to, from, influences);
            }
            store_pair(geometry, load_pair(position));
            geometry[4] = (uint16_t)(normal << 5);
            if (influences == 3u) {
                geometry[3] = (uint16_t)normal;
                geometry[2] = position[2];
            } else {
                store_pair(geometry + 2, load_pair(position + 2)); /* x is the whole normal */
            }
            geometry[5] = (uint16_t)(normal << 11);
        }
        from += format_packed_bytes(influences) / 2u;
        to += format_record_bytes_q16(influences) / 2u;
    }
}

PELT_DEFINE_UNPACK(pelt_reference_unpack_q16, unpack)

#define UNPACK pelt_reference_unpack_q16
PELT_DEFINE_SKIN(pelt_packed_1_q16, int32_t, skin_packed, 1, UNPACK, pelt_kernel_1_q16)
PELT_DEFINE_SKIN(pelt_packed_2_q16, int32_t, skin_packed, 2, UNPACK, pelt_kernel_2_q16)
PELT_DEFINE_SKIN(pelt_packed_3_q16, int32_t, skin_packed, 3, UNPACK, pelt_kernel_3_q16)
PELT_DEFINE_SKIN(pelt_packed_4_q16, int32_t, skin_packed, 4, UNPACK, pelt_kernel_4_q16)

/// Tangents, and shades //////////////////////////////////////////////////////////////////////////

/* As for normals, rigid tangents are stored halved, and elsewhere the weights halve the mixed
 * entries. */
PELT_HOT(pelt_reference_tangents_q16)
void pelt_reference_tangents_q16(int32_t *tangents, uint32_t stride_bytes, const uint8_t *records,
                                 const uint8_t *stored, uint32_t count, const int32_t *palette,
                                 const void *offsets, uint32_t influences)
{
    const bool set = offsets != NULL;
    const unsigned slots = influences == 3u ? 4u : influences;
    for (uint32_t i = 0; i < count; i++, tangents = (int32_t *)advance(tangents, stride_bytes)) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int16_t *joints = set ? (const int16_t *)offsets : record;
        const int16_t *w = set ? record : record + slots;
        const int16_t *t = (const int16_t *)(const void *)stored;
        for (unsigned r = 0; r < 3u; r++) {
            int32_t sum = 1;
            for (unsigned c = 0; c < 3u; c++) {
                int32_t element = (int32_t)(influences / 2u);
                for (unsigned k = 0; k < influences; k++) {
                    const int32_t m = palette[(uint16_t)joints[k] / 4u + 4u * r + c];
                    element = influences == 1u ? m : element + fx_mulw(m, w[k]);
                }
                sum += fx_mulw(element, t[c]);
            }
            tangents[r] = sum;
        }
        records += set ? format_set_bytes_q16(influences) : format_record_bytes_q16(influences);
        stored += FORMAT_TANGENT_BYTES_Q16;
    }
}

/* As one row of the 3x3 and its normal: lights are clamped to the bound of entries. */
PELT_EACH void shade(int32_t *shades, uint32_t stride_bytes, const uint8_t *records, uint32_t count,
                     const int32_t *lights, const void *offsets, const unsigned influences)
{
    const bool set = offsets != NULL;
    const unsigned slots = influences == 3u ? 4u : influences;
    for (; count > 0u; count--, shades = (int32_t *)advance(shades, stride_bytes)) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int16_t *w = set ? record : record + slots,
                      *n = w + (influences > 1u ? slots : 0u) + 3;
        const int32_t *light[4];
        int32_t row[3];
        find_lights(light, set ? (const int16_t *)offsets : record, lights, influences);
        for (unsigned c = 0; c < 3u; c++)
            row[c] = influences > 1u ? element(light, w, c, influences) : light[0][c];
        *shades = dot(1, row, n);
        records += set ? format_set_bytes_q16(influences) : format_record_bytes_q16(influences);
    }
}

PELT_DEFINE_SHADES(pelt_reference_shades_q16, int32_t)

/// Normals ///////////////////////////////////////////////////////////////////////////////////////

/* The largest component is brought to 15 bits and sign, so that squares (at most 2^30) sum in 32
 * bits. A shift `up` by 0 or 2 then brings their sum to [2^30, 2^32) for the table. With 1 / length =
 * rsqrt15 * 2^(up / 2 - 30), a component (15 bits) * rsqrt15 (16 bits) is below 2^31. */
PELT_HOT(pelt_reference_normalise_q16)
void pelt_reference_normalise_q16(int32_t *normals, uint32_t stride_bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++, normals = (int32_t *)advance(normals, stride_bytes)) {
        const int32_t x = normals[0], y = normals[1], z = normals[2];
        /* The bits that differ from the sign, of all components: as wide as the widest. */
        const uint32_t width =
            (uint32_t)(x ^ (x >> 31)) | (uint32_t)(y ^ (y >> 31)) | (uint32_t)(z ^ (z >> 31));
        if (x == 0 && y == 0 && z == 0)
            continue;
        const unsigned zeros = fx_clz(width | 1u); /* >= 1 */
        int32_t v[3];
        if (zeros < 17u) { /* down to 15 bits, to nearest; rounding up to 2^15 does no harm */
            const unsigned down = 17u - zeros - 1u;
            v[0] = ((x >> down) + 1) >> 1;
            v[1] = ((y >> down) + 1) >> 1;
            v[2] = ((z >> down) + 1) >> 1;
        } else { /* up, which is exact */
            v[0] = fx_shl(x, zeros - 17u);
            v[1] = fx_shl(y, zeros - 17u);
            v[2] = fx_shl(z, zeros - 17u);
        }
        const uint32_t squares =
            (uint32_t)(v[0] * v[0]) + (uint32_t)(v[1] * v[1]) + (uint32_t)(v[2] * v[2]);
        const unsigned up = fx_clz(squares) & ~1u;
        const int32_t scale = (int32_t)fx_rsqrt15(squares << up);
        /* v * scale * 2^(up / 2 - 30) in Q16.16 is a right shift by 14 - up / 2. */
        const unsigned down = 14u - up / 2u;
        const int32_t half = (int32_t)1 << (down - 1u);
        for (unsigned c = 0; c < 3u; c++)
            normals[c] = (v[c] * scale + half) >> down;
    }
}

PELT_HOT(pelt_reference_rescale_q16)
void pelt_reference_rescale_q16(int32_t *normals, uint32_t stride_bytes, uint32_t count,
                                uint32_t raw_bits)
{
    if (raw_bits <= 16u) {
        const unsigned up = 16u - raw_bits;
        for (; count > 0u; count--, normals = (int32_t *)advance(normals, stride_bytes)) {
            const int32_t x = normals[0], y = normals[1], z = normals[2];
            normals[0] = fx_shl(x, up);
            normals[1] = fx_shl(y, up);
            normals[2] = fx_shl(z, up);
        }
    } else {
        const unsigned down = raw_bits - 16u;
        const int32_t half = (int32_t)1 << (down - 1u);
        for (; count > 0u; count--, normals = (int32_t *)advance(normals, stride_bytes)) {
            const int32_t x = normals[0], y = normals[1], z = normals[2];
            normals[0] = fx_add(x, half) >> down;
            normals[1] = fx_add(y, half) >> down;
            normals[2] = fx_add(z, half) >> down;
        }
    }
}

/// Vertices of 16 bits ///////////////////////////////////////////////////////////////////////////

/* a / 2^shift, to nearest, halves up, without leaving 32 bits; before: shift - 1. If shift is 0, before and
 * half are 0, otherwise half is 1. */
static inline int32_t shift_down(int32_t a, uint32_t shift, uint32_t before, int32_t half)
{
    return (a >> shift) + (a >> before & half);
}

/* All of a vertex is read before any is written: `to` may be `vertices`. Positions are seldom out of
 * range. */
PELT_HOT(pelt_reference_narrow_q16)
PELT_DECLARE_NARROW(pelt_reference_narrow_q16)
{
    const int32_t half = shift > 0u ? 1 : 0;
    const uint32_t before = shift > 0u ? shift - 1u : 0u;
    for (; count > 0u; count--, vertices += 6, to = (int16_t *)advance(to, stride_bytes)) {
        int32_t x = shift_down(vertices[0], shift, before, half);
        int32_t y = shift_down(vertices[1], shift, before, half);
        int32_t z = shift_down(vertices[2], shift, before, half);
        const int32_t i = shift_down(vertices[3], 4, 3, 1);
        const int32_t j = shift_down(vertices[4], 4, 3, 1);
        const int32_t k = shift_down(vertices[5], 4, 3, 1);
        if (x != (int16_t)x || y != (int16_t)y || z != (int16_t)z) {
            x = fx_clamp(x, 32768);
            y = fx_clamp(y, 32768);
            z = fx_clamp(z, 32768);
        }
        to[0] = (int16_t)x;
        to[1] = (int16_t)y;
        to[2] = (int16_t)z;
        to[3] = (int16_t)i;
        to[4] = (int16_t)j;
        to[5] = (int16_t)k;
    }
}
