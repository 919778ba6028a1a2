/* SPDX-License-Identifier: MIT */
/* Skins float vertices, LANES at a time. A vertex goes through the same operations in the same order
 * wherever it stands in a run, and whether or not the run has one joint set, so the results are the same
 * to the bit. Where products are not fused with sums the operations are the reference's, and so are the
 * bits. Where they are fused (AVX2) the order differs, and each result is within 1e-6 of the sum of its
 * terms' magnitudes: at most 8 roundings of 2^-24 on either side. */
#include "../../src/kernel/kernel.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_VECTOR

#define FLOATS
#include "vector.h"

typedef float word;
#define RECORD_BYTES(n) format_record_bytes_f32(n)
#define SET_BYTES(n) format_set_bytes_f32(n)
#define TANGENT_BYTES FORMAT_TANGENT_BYTES_F32

/* Of runs of one joint set: the entries. */
typedef struct run_constants {
    constant entries[4][12];
} run_constants;

VECTOR_INLINE const float *entry(const uint8_t *record, const float *palette, unsigned influence)
{
    const uint32_t offset = ((const uint32_t *)(const void *)record)[influence];
    return (const float *)(const void *)((const uint8_t *)palette + offset);
}

VECTOR_INLINE void prepare(run_constants *constants, const uint8_t *offsets, const float *palette,
                           unsigned influences, bool same_joints)
{
    if (!same_joints)
        return;
    UNROLL
    for (unsigned k = 0; k < influences; k++)
        spread_entry(constants->entries[k], entry(offsets, palette, k));
}

/* m[r][c]: element c of row r of the vertices' mixed entries. */
VECTOR_INLINE void mix_block(vf m[3][4], const lanes *records, const float *palette,
                             unsigned influences)
{
    vf rows[3][4];
    UNROLL
    for (unsigned i = 0; i < 4u; i++) {
        const uint8_t *a = records->at[i], *b = records->at[i + LANES - 4u];
        vf parts[3], w[3];
        if (influences == 1u) {
            load_matrices(rows, i, entry(a, palette, 0), entry(b, palette, 0));
            continue;
        }
        UNROLL
        for (unsigned k = 0; k < influences; k++) {
            load_words_in_parts(w, a + 4u * influences, b + 4u * influences, k);
            UNROLL
            for (unsigned p = 0; p < 3u; p++) {
                const vf part = load_part(entry(a, palette, k), entry(b, palette, k), p);
                parts[p] = k == 0u ? part * w[p] : MULTIPLY_ADD(part, w[p], parts[p]);
            }
        }
        take_rows(rows, i, parts);
        IN_ORDER();
    }
    UNROLL
    for (unsigned r = 0; r < 3u; r++)
        transpose(m[r], rows[r]);
}

/* One element of the entries of a joint set, mixed with the vertices' weights. */
VECTOR_INLINE vf mix_element(const run_constants *constants, unsigned element, const vf weights[4],
                             unsigned influences)
{
    vf sum = in_all(constants->entries[0][element]);
    if (influences > 1u)
        sum = sum * weights[0];
    UNROLL
    for (unsigned k = 1; k < influences; k++)
        sum = MULTIPLY_ADD(in_all(constants->entries[k][element]), weights[k], sum);
    return sum;
}

/* out: position and normal of the vertices, or instead of normals the `tangents`. */
VECTOR_INLINE void block(vf out[6], const run_constants *constants, const lanes *records,
                         const uint8_t *tangents, const float *palette, unsigned influences,
                         bool same_joints)
{
    const uint32_t bytes = same_joints ? SET_BYTES(influences) : RECORD_BYTES(influences);
    vf m[3][4], weights[4], p[4], n[4], t[4];
    if (!same_joints)
        mix_block(m, records, palette, influences);
    else if (influences > 1u)
        load_columns(weights, records, 0);
    load_columns(p, records, bytes - 24u); /* px py pz nx */
    load_columns(n, records, bytes - 16u); /* pz nx ny nz */
    const vf *direction = n + 1;
    if (tangents != NULL) {
        const lanes stored = lanes_of(tangents, TANGENT_BYTES, LANES);
        load_columns(t, &stored, 0);
        direction = t;
    }
    UNROLL
    for (unsigned r = 0; r < 3u; r++) {
        if (same_joints) {
            UNROLL
            for (unsigned c = 0; c < 4u; c++)
                m[r][c] = mix_element(fresh(constants), 4u * r + c, weights, influences);
        }
        out[3u + r] = m[r][0] * direction[0];
        out[3u + r] = MULTIPLY_ADD(m[r][1], direction[1], out[3u + r]);
        out[3u + r] = MULTIPLY_ADD(m[r][2], direction[2], out[3u + r]);
        /* Fused, the translation comes first, not last as in the reference: one operation less. */
        out[r] = FUSED ? MULTIPLY_ADD(m[r][0], p[0], m[r][3]) : m[r][0] * p[0];
        out[r] = MULTIPLY_ADD(m[r][1], p[1], out[r]);
        out[r] = MULTIPLY_ADD(m[r][2], p[2], out[r]);
        if (!FUSED)
            out[r] = out[r] + m[r][3];
    }
}

#include "run.inc"

#ifndef VECTOR_AVX2
bool pelt_unfused_floats;
#endif

SKIN_KERNEL(pelt_kernel_1_f32, 1, false)
SKIN_KERNEL(pelt_kernel_2_f32, 2, false)
SKIN_KERNEL(pelt_kernel_3_f32, 3, false)
SKIN_KERNEL(pelt_kernel_4_f32, 4, false)
SKIN_KERNEL(pelt_kernel_set_1_f32, 1, true)
SKIN_KERNEL(pelt_kernel_set_2_f32, 2, true)
SKIN_KERNEL(pelt_kernel_set_3_f32, 3, true)
SKIN_KERNEL(pelt_kernel_set_4_f32, 4, true)
POSITIONS_KERNEL(pelt_kernel_positions_f32)
TANGENTS_KERNEL(pelt_kernel_tangents_f32)

#endif
