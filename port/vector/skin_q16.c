/* SPDX-License-Identifier: MIT */
/* q16 skinning: the reference's bits. */
#include "../../src/kernel/kernel.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_VECTOR

#include "halves.h"

typedef int32_t word;
#define RECORD_BYTES(n) format_record_bytes_q16(n)
#define SET_BYTES(n) format_set_bytes_q16(n)
#define TANGENT_BYTES FORMAT_TANGENT_BYTES_Q16

/* Of runs of one joint set: pairs of influences 0 and 1, and 2 and 3, by element. */
typedef struct run_constants {
    constant first[2][12], second[2][12];
    constant rigid[12]; /* the one entry */
} run_constants;

VECTOR_INLINE const int32_t *entry(const uint8_t *record, const int32_t *palette,
                                   unsigned influence)
{
    const uint32_t offset = ((const uint16_t *)(const void *)record)[influence];
    return (const int32_t *)(const void *)((const uint8_t *)palette + offset);
}

/* Loads position and normal of the records, and the weights of two or more influences. */
VECTOR_INLINE void load_coordinates(coordinates *p, coordinates *n, vi *w01, vi *w23,
                                    const lanes *records, unsigned influences, bool same_joints)
{
    vf columns[4];
    vi pz_nx, ny_nz;
    const uint32_t at = same_joints ? 0u : influences == 2u ? 4u : 8u; /* behind offsets */
    if (influences == 1u && !same_joints) { /* offset, px; py, pz; nx, ny; nz, 0 */
        load_columns(columns, records, 0);
        const vi py_pz = (vi)columns[1];
        *p = coordinates_of(upper_halves((vi)columns[0], py_pz << 16), (vi)((vu)py_pz >> 16));
        *n = coordinates_of((vi)columns[2], (vi)columns[3]);
        return;
    }
    if (influences == 1u) { /* px py; pz nx; ny nz; no fourth */
        vf rows[4];
        UNROLL
        for (unsigned i = 0; i < 4u; i++)
            rows[i] = load_three_at(records->at[i], records->at[i + LANES - 4u]);
        transpose(columns, rows);
        p->xy = (vi)columns[0];
        pz_nx = (vi)columns[1];
        ny_nz = (vi)columns[2];
    } else if (influences == 2u) { /* w0 w1; px py; pz nx; ny nz */
        load_columns(columns, records, at);
        *w01 = (vi)columns[0];
        p->xy = (vi)columns[1];
        pz_nx = (vi)columns[2];
        ny_nz = (vi)columns[3];
    } else { /* w0 w1; w2 w3; px py; pz nx; ny nz */
        load_columns(columns, records, at);
        *w01 = (vi)columns[0];
        *w23 = (vi)columns[1];
        p->xy = (vi)columns[2];
        pz_nx = (vi)columns[3];
        load_columns(columns, records, at + 4u);
        ny_nz = (vi)columns[3];
    }
    *p = coordinates_of(p->xy, pz_nx);
    *n = coordinates_of(upper_halves(pz_nx, ny_nz << 16), (vi)((vu)ny_nz >> 16));
}

/* Loads tangents of as many vertices as there are lanes, side by side: x y; z and handedness. */
VECTOR_INLINE coordinates load_tangents(const uint8_t *stored)
{
    const uint8_t *upper = stored + TANGENT_BYTES * (LANES - 4u);
    const vf a = load_rows_at(stored, upper), b = load_rows_at(stored + 16, upper + 16);
    return coordinates_of((vi)SHUFFLE(a, b, 0, 2, 4, 6), (vi)SHUFFLE(a, b, 1, 3, 5, 7));
}

VECTOR_INLINE void prepare(run_constants *constants, const uint8_t *offsets, const int32_t *palette,
                           unsigned influences, bool same_joints)
{
    if (!same_joints)
        return;
    if (influences == 1u) {
        spread_entry(constants->rigid, entry(offsets, palette, 0));
        return;
    }
    UNROLL
    for (unsigned k = 0; k < influences; k += 2u) {
        const bool both = k + 1u < influences;
        const int32_t *a = entry(offsets, palette, k);
        const int32_t *b = entry(offsets, palette, both ? k + 1u : k);
        UNROLL
        for (unsigned at = 0; at <= 12u - LANES; at += 4u) { /* of eight lanes some twice */
            const pair p = join((vi)load(a + at), (vi)load(b + at), both);
            spread(constants->first[k / 2u] + at, (vf)p.first);
            spread(constants->second[k / 2u] + at, (vf)p.second);
        }
    }
}

VECTOR_INLINE vi mix_element(const run_constants *constants, unsigned element, vi w01, vi w23,
                             unsigned influences)
{
    pair pairs[2];
    UNROLL
    for (unsigned k = 0; k < (influences + 1u) / 2u; k++) {
        pairs[k].first = (vi)in_all(constants->first[k][element]);
        pairs[k].second = (vi)in_all(constants->second[k][element]);
    }
    return weigh(pairs, w01, w23, influences);
}

/* m[r][c]: element c of row r of the vertices' mixed entries. */
VECTOR_INLINE void mix_block(vi m[3][4], const lanes *records, const int32_t *palette,
                             unsigned influences)
{
    vf rows[3][4], columns[4];
    UNROLL
    for (unsigned i = 0; i < 4u; i++) {
        const uint8_t *a = records->at[i], *b = records->at[i + LANES - 4u];
        vf parts[3], w01[3], w23[3];
        if (influences == 1u) {
            load_matrices(rows, i, entry(a, palette, 0), entry(b, palette, 0));
            continue;
        }
        load_words_in_parts(w01, a, b, influences == 2u ? 1u : 2u); /* behind offsets */
        load_words_in_parts(w23, a, b, 3u);
        UNROLL
        for (unsigned p = 0; p < 3u; p++) {
            pair pairs[2];
            UNROLL
            for (unsigned k = 0; k < influences; k += 2u) {
                const bool both = k + 1u < influences;
                const unsigned next = both ? k + 1u : k;
                const vf of_k = load_part(entry(a, palette, k), entry(b, palette, k), p);
                const vf of_next = load_part(entry(a, palette, next), entry(b, palette, next), p);
                pairs[k / 2u] = join((vi)of_k, (vi)of_next, both);
            }
            parts[p] = (vf)weigh(pairs, (vi)w01[p], (vi)w23[p], influences);
        }
        take_rows(rows, i, parts);
    }
    UNROLL
    for (unsigned r = 0; r < 3u; r++) {
        transpose(columns, rows[r]);
        UNROLL
        for (unsigned c = 0; c < 4u; c++)
            m[r][c] = (vi)columns[c];
    }
}

/* out: position and normal of the vertices, or instead of normals the `tangents`. Starting values
 * as in the reference. */
VECTOR_INLINE void block(vf out[6], const run_constants *constants, const lanes *records,
                         const uint8_t *tangents, const int32_t *palette, unsigned influences,
                         bool same_joints)
{
    vi m[3][4], w01, w23;
    coordinates p, n;
    const bool rigid = influences == 1u;
    const int32_t start = rigid ? 0 : (int32_t)(influences / 2u);
    const int32_t start_t = rigid ? 2 : (int32_t)((influences + 3u) / 2u);
    if (!same_joints)
        mix_block(m, records, palette, influences);
    load_coordinates(&p, &n, &w01, &w23, records, influences, same_joints);
    if (tangents != NULL)
        n = load_tangents(tangents);
    UNROLL
    for (unsigned r = 0; r < 3u; r++) {
        if (same_joints) {
            UNROLL
            for (unsigned c = 0; c < 4u; c++)
                m[r][c] = rigid ? (vi)in_all(constants->rigid[4u * r + c])
                                : mix_element(fresh(constants), 4u * r + c, w01, w23, influences);
        }
        UNROLL
        for (unsigned c = 0; c < 3u; c++)
            m[r][c] = plus(m[r][c], all(start)); /* 0 of rigid ones */
        const row_halves row = split_row(m[r]);
        const vi position = plus(plus(m[r][3], all(start_t)), dot(&row, &p));
        out[r] = (vf)(rigid ? position >> 1 : position);
        out[3u + r] = (vf)plus(dot(&row, &n), all(1));
    }
}

#include "run.inc"

SKIN_KERNEL(pelt_kernel_1_q16, 1, false)
SKIN_KERNEL(pelt_kernel_2_q16, 2, false)
SKIN_KERNEL(pelt_kernel_3_q16, 3, false)
SKIN_KERNEL(pelt_kernel_4_q16, 4, false)
SKIN_KERNEL(pelt_kernel_set_1_q16, 1, true)
SKIN_KERNEL(pelt_kernel_set_2_q16, 2, true)
SKIN_KERNEL(pelt_kernel_set_3_q16, 3, true)
SKIN_KERNEL(pelt_kernel_set_4_q16, 4, true)
POSITIONS_KERNEL(pelt_kernel_positions_q16)
TANGENTS_KERNEL(pelt_kernel_tangents_q16)

#endif
