/* SPDX-License-Identifier: MIT */
/* Reference kernels of lean models (q12), for cores without a 32 x 16 bit multiply-accumulate. They
 * use only the low 32 bits of products; shifts round down. lean_stages.c has the stages before
 * skinning.
 *
 * The skinning bound. A palette entry has its 3x3 in [-2^16, 2^16) (Q30 of units per grid step) and
 * |translation| < 2^30 (Q16); weights w >= 0 sum to 2^14; coordinates are int16, normals int8.
 *   3x3         |m_k - m_0| < 2^17, so that |sum of w_k (m_k - m_0)| over k >= 1 is below 2^31; the
 *               mixed m_0 + (that >> 14) lies between the entries, or one below
 *   translation the same sum fits where |t_k - t_0| < 2^17, two units: the baker chooses
 *               the unit so in all clips (tools/bake), whatever the size of t itself
 *   position    |sum of three e q| < 2^31 where the vertex is less than two units from
 *               the place of the grid's origin, which the baker ensures, too; shifted by 14,
 *               added to t
 *   normal      |sum of three e n| <= 3 * 2^16 * 2^7
 * If a pose exceeds the two bounds that the baker ensures, results wrap modulo 2^32, the same on
 * every core. */
#include <stdbool.h>

#include "../base/fixed.h"
#include "../blob/format.h"
#include "kernel.h"

/// Entries ///////////////////////////////////////////////////////////////////////////////////////

/* Element i of the mixed entry, from the first entry towards the others. Only differences are
 * weighted, so that translations may be large. */
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

#include "mix.inc"

/// Vertices //////////////////////////////////////////////////////////////////////////////////////

/* Position and normal of a vertex, read from `rest`, which follows the offsets of a record. */
typedef struct geometry {
    int32_t position[3], normal[3];
} geometry;

static inline geometry load_geometry(const int16_t *rest, unsigned influences)
{
    geometry g;
    const int16_t *p = rest + (influences > 2u ? 4u : 0u);
    const int8_t *n = (const int8_t *)(p + (influences > 1u ? 4 : 3));
    g.position[0] = p[0];
    g.position[1] = p[1];
    g.position[2] = influences > 2u ? *(const int32_t *)(const void *)(p + 2) : p[2];
    g.normal[0] = n[0];
    g.normal[1] = n[1];
    g.normal[2] = n[3];
    return g;
}

/* The address of the weights in `rest`. With two influences only the second's is stored, as the
 * fourth halfword. */
static inline const int16_t *weights_of(const int16_t *rest, unsigned influences)
{
    return influences == 2u ? rest + 2 : rest;
}

/* The number of halfwords that offsets take in a record. */
static inline unsigned offset_slots(unsigned influences)
{
    return influences > 2u ? 4u : influences;
}

static inline int32_t dot(const int32_t row[3], const int32_t v[3])
{
    return fx_add(fx_add(fx_mul(row[0], v[0]), fx_mul(row[1], v[1])), fx_mul(row[2], v[2]));
}

PELT_EACH void skin(int32_t *vertices, const uint8_t *records, uint32_t count,
                    const int32_t *palette, const void *behind, const unsigned influences,
                    const bool set)
{
    const int16_t *offsets = (const int16_t *)behind;
    const uint32_t bytes =
        set ? format_set_bytes_q12(influences) : format_record_bytes_q12(influences);
    for (; count > 0u; count--, vertices += 6, records += bytes) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int16_t *rest = set ? record : record + offset_slots(influences);
        const geometry g = load_geometry(rest, influences);
        const int32_t *entry[4];
        find_entries(entry, set ? offsets : record, palette, influences);
        PELT_UNROLLED
        for (unsigned r = 0; r < 3u; r++) {
            int32_t row[4];
            mix_row(row, entry, weights_of(rest, influences), r, influences);
            vertices[r] = fx_add(row[3], dot(row, g.position) >> 14);
            vertices[3u + r] = dot(row, g.normal);
        }
    }
}

PELT_DEFINE_SKIN(pelt_reference_1_q12, int32_t, skin, 1, false)
PELT_DEFINE_SKIN(pelt_reference_2_q12, int32_t, skin, 2, false)
PELT_DEFINE_SKIN(pelt_reference_3_q12, int32_t, skin, 3, false)
PELT_DEFINE_SKIN(pelt_reference_4_q12, int32_t, skin, 4, false)
PELT_DEFINE_SKIN(pelt_reference_set_2_q12, int32_t, skin, 2, true)
PELT_DEFINE_SKIN(pelt_reference_set_3_q12, int32_t, skin, 3, true)
PELT_DEFINE_SKIN(pelt_reference_set_4_q12, int32_t, skin, 4, true)

/// Packed records ////////////////////////////////////////////////////////////////////////////////

#define WEIGHT_ONE 16384u
#define WEIGHT_COARSER 1u
#include "unpack.inc"

/* Unpacks records (unpack.inc). Normals are the upper bytes of Q15. */
static inline void unpack(uint16_t *to, const uint16_t *from, uint32_t count,
                          const uint16_t *normals, const unsigned influences)
{
    for (; count > 0u; count--) {
        const uint32_t n = influences % 2u != 0u ? *--normals : from[influences == 2u ? 5 : 7];
        uint8_t *normal = (uint8_t *)(to + format_record_bytes_q12(influences) / 2u - 2u);
        if (influences == 1u) {
            store_pair(to, load_pair(from));
            store_pair(to + 2, load_pair(from + 2));
        } else if (influences == 2u) {
            store_pair(to, offsets_of(load_pair(from)));
            store_pair(to + 2, load_pair(from + 2));
            to[4] = from[4];
            to[5] = (uint16_t)second_weight(load_pair(from));
        } else {
            const uint16_t *position = from + (influences == 4u ? 4 : 2);
            unpack_front(to, from, influences);
            store_pair(to + 8, load_pair(position));
            *(int32_t *)(void *)(to + 10) = (int16_t)position[2];
        }
        normal[0] = (uint8_t)(n >> 8);
        normal[1] = (uint8_t)(n >> 3);
        normal[2] = 0;
        normal[3] = (uint8_t)(n << 3);
        from += format_packed_bytes(influences) / 2u;
        to += format_record_bytes_q12(influences) / 2u;
    }
}

PELT_DEFINE_UNPACK(pelt_reference_unpack_q12, unpack)

#define UNPACK pelt_reference_unpack_q12
PELT_DEFINE_SKIN(pelt_packed_1_q12, int32_t, skin_packed, 1, UNPACK, pelt_kernel_1_q12)
PELT_DEFINE_SKIN(pelt_packed_2_q12, int32_t, skin_packed, 2, UNPACK, pelt_kernel_2_q12)
PELT_DEFINE_SKIN(pelt_packed_3_q12, int32_t, skin_packed, 3, UNPACK, pelt_kernel_3_q12)
PELT_DEFINE_SKIN(pelt_packed_4_q12, int32_t, skin_packed, 4, UNPACK, pelt_kernel_4_q12)

/// Tangents, and shades //////////////////////////////////////////////////////////////////////////

/* Elements of 17 bits times tangents cut to 14 bits are below 3 * 2^29 in sum. */
PELT_HOT(pelt_reference_tangents_q12)
void pelt_reference_tangents_q12(int32_t *tangents, uint32_t stride_bytes, const uint8_t *records,
                                 const uint8_t *stored, uint32_t count, const int32_t *palette,
                                 const void *offsets, uint32_t influences)
{
    const bool set = offsets != NULL;
    for (uint32_t i = 0; i < count; i++, tangents = (int32_t *)advance(tangents, stride_bytes)) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int16_t *t = (const int16_t *)(const void *)stored;
        const int32_t tangent[3] = {t[0] >> 2, t[1] >> 2, t[2] >> 2};
        const int16_t *rest = set ? record : record + offset_slots(influences);
        const int16_t *w = weights_of(rest, influences);
        const int32_t *entry[4];
        find_entries(entry, set ? (const int16_t *)offsets : record, palette, influences);
        for (unsigned r = 0; r < 3u; r++) {
            int32_t row[3];
            for (unsigned c = 0; c < 3u; c++)
                row[c] = element(entry, w, 4u * r + c, influences);
            tangents[r] = dot(row, tangent);
        }
        records += set ? format_set_bytes_q12(influences) : format_record_bytes_q12(influences);
        stored += FORMAT_TANGENT_BYTES_Q16;
    }
}

/* As one row of the 3x3 and its normal: lights are clamped to the bound of entries. */
PELT_EACH void shade(int32_t *shades, uint32_t stride_bytes, const uint8_t *records, uint32_t count,
                     const int32_t *lights, const void *offsets, const unsigned influences)
{
    const bool set = offsets != NULL;
    for (; count > 0u; count--, shades = (int32_t *)advance(shades, stride_bytes)) {
        const int16_t *record = (const int16_t *)(const void *)records;
        const int16_t *rest = set ? record : record + offset_slots(influences);
        const geometry g = load_geometry(rest, influences);
        const int32_t *light[4];
        int32_t row[3];
        find_lights(light, set ? (const int16_t *)offsets : record, lights, influences);
        for (unsigned c = 0; c < 3u; c++)
            row[c] = element(light, weights_of(rest, influences), c, influences);
        *shades = dot(row, g.normal);
        records += set ? format_set_bytes_q12(influences) : format_record_bytes_q12(influences);
    }
}

PELT_DEFINE_SHADES(pelt_reference_shades_q12, int32_t)
