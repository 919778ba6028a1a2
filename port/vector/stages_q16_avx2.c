/* SPDX-License-Identifier: MIT */
/* Model matrices and palette entries in fixed point: rows 0 and 1 of a result side by side, row 2 by
 * itself. The reference's operations (src/stage/joints.inc, palette.inc, src/arithmetic/q16.h) in
 * lanes, so the same bits. */
#include "../../src/kernel/kernel.h"

#if defined(PELT_STAGES_Q16) && PELT_STAGES_Q16 == PELT_IN_VECTOR && defined(__SSE2__)

#define VECTOR_AVX2
#include "products.h"

#define ROW(a, b, c, d) ((vi){a, b, c, d, a, b, c, d})

/* Sums of floor(a[k] * row k of b / 2^32), modulo 2^32, of the row in each half of a; b has its rows
 * in both. Only the high words of products are summed up: lanes of 32 bits carry nothing. */
VECTOR_INLINE vi dot(vi a, const vi b[3])
{
    vu even = {0}, odd = {0};
    UNROLL
    for (unsigned k = 0; k < 3u; k++) {
        const vi ak = k == 0u ? SPLAT(a, 0) : k == 1u ? SPLAT(a, 1) : SPLAT(a, 2);
        even += (vu)MULTIPLY_LONG(ak, b[k]);
        odd += (vu)MULTIPLY_LONG(ak, (vul)b[k] >> 32);
    }
    return EVEN_ODD((vul)even >> 32, odd);
}

VECTOR_INLINE void store_row(int32_t *out, vi row)
{
    *(words4 *)(void *)out = __builtin_shufflevector((vf)row, (vf)row, 0, 1, 2, 3);
}

/// Model matrices ////////////////////////////////////////////////////////////////////////////////

/* As num_joint_dot and num_joint_translate; `above` are the rows that a came from. */
VECTOR_INLINE vi finish_joint(vi sum, vi above)
{
    const int32_t turn = 1 << 28, move = 1 << 27;
    const vi most = ROW(turn - 1, turn - 1, turn - 1, move - 1);
    const vi clamped = MIN(MAX(sum, ~most), most);
    const vi own = (clamped << ROW(2, 2, 2, 3)) + ROW(6, 6, 6, 12);
    /* The parent's translation, saturated. */
    const vi more = LAST((vi){0}, above), sums = plus(own, more);
    const vi overflow = ((own ^ sums) & (more ^ sums)) >> 31;
    return where(overflow, (own >> 31) ^ INT32_MAX, sums);
}

/* Rotation times scale as local_3x3 of joints.inc, the translation in the last lanes; in both
 * halves. */
VECTOR_INLINE void local_rows(vi m[3], const pelt_local_q16 *local)
{
    const vi q = (vi)load_twice(local->rotation);
    const vi t = (vi)load_twice(local->translation);     /* t0 t1 t2 s0 */
    const vi s = (vi)load_twice(&local->translation[2]); /* t2 s0 s1 s2 */
    const vi squares = mulh(q, q);
    /* xy yz xz in the lower half, wz wx wy in the upper one */
    const vi both = mulh(__builtin_shufflevector(q, q, 0, 1, 0, 3, 7, 7, 7, 7),
                         __builtin_shufflevector(q, q, 1, 2, 2, 3, 6, 4, 5, 7));
    const vi xy_yz_xz = LOWER_TWICE(both), wz_wx_wy = UPPER_TWICE(both);
    const vu sums =
        (vu)SHUFFLE(squares, squares, 1, 0, 0, 3) + (vu)SHUFFLE(squares, squares, 2, 2, 1, 3);
    const vi diagonal = (vi)((1 << 27) - sums);                   /* m0 m4 m8 */
    const vi added = plus(xy_yz_xz, wz_wx_wy);                    /* m3 m7 m2 */
    const vi difference = (vi)((vu)xy_yz_xz - (vu)wz_wx_wy);      /* m1 m5 m6 */
    const vi minus = SHUFFLE(difference, difference, 2, 0, 1, 3); /* m6 m1 m5 */
    m[0] = SHUFFLE(SHUFFLE(diagonal, minus, 0, 5, 2, 3), added, 0, 1, 6, 3);
    m[1] = SHUFFLE(SHUFFLE(added, diagonal, 0, 5, 2, 3), minus, 0, 1, 6, 3);
    m[2] = SHUFFLE(SHUFFLE(minus, added, 0, 5, 2, 3), diagonal, 0, 1, 6, 3);
    const vi scale = SHUFFLE(s, s, 1, 2, 3, 0);
    const bool scaled = ANY(LAST(scale != 1 << 30, (vi){0}));
    UNROLL
    for (unsigned r = 0; r < 3u; r++) {
        m[r] <<= 3;
        if (scaled) /* as num_from_product of num_mul */
            m[r] = MIN(MAX(mulh(m[r], scale), all(-(1 << 29))), all((1 << 29) - 1)) << 2;
    }
    m[0] = SHUFFLE(m[0], t, 0, 1, 2, 4);
    m[1] = SHUFFLE(m[1], t, 0, 1, 2, 5);
    m[2] = SHUFFLE(m[2], t, 0, 1, 2, 6);
}

TARGET static void build_joint(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent)
{
    vi m[3];
    local_rows(m, local);
    if (parent == NULL) {
        UNROLL
        for (unsigned r = 0; r < 3u; r++)
            store_row(out + 4u * r, m[r] >> ROW(1, 1, 1, 0));
        return;
    }
    const vi above = (vi)load(parent), above2 = (vi)load_twice(parent + 8);
    store(out, (vf)finish_joint(dot(above, m), above));
    store_row(out + 8, finish_joint(dot(above2, m), above2));
}

AVX2_KERNEL(pelt_kernel_joint_q16, pelt_reference_joint_q16,
            (int32_t out[12], const pelt_local_q16 *local, const int32_t *parent),
            (out, local, parent), build_joint(out, local, parent))

/// Palette entries ///////////////////////////////////////////////////////////////////////////////

/* As num_entry_dot and num_entry_translate. */
VECTOR_INLINE vi finish_entry(vi sum, vi joint, int32_t shift)
{
    const int32_t most = INT32_MAX, furthest = (1 << 29) - 1;
    const vi half = all((int32_t)((1u << ((uint32_t)shift - 1u)) + 1u));
    const vi sums = plus(sum, LAST(half, (joint >> 3) + 2)) >> LAST(all(shift), (vi){0});
    return MIN(MAX(sums, ROW(-most - 1, -most - 1, -most - 1, -furthest)),
               ROW(most, most, most, furthest));
}

TARGET static void build_entry(int32_t out[12], const int32_t joint[12],
                               const format_entry_q16 *entry)
{
    vi bind[3];
    UNROLL
    for (unsigned r = 0; r < 3u; r++)
        bind[r] = (vi)load_twice(entry->m + 4u * r);
    const vi above = (vi)load(joint), above2 = (vi)load_twice(joint + 8);
    store(out, (vf)finish_entry(dot(above, bind), above, entry->shift));
    store_row(out + 8, finish_entry(dot(above2, bind), above2, entry->shift));
}

AVX2_KERNEL(pelt_kernel_entry_q16, pelt_reference_entry_q16,
            (int32_t out[12], const int32_t joint[12], const format_entry_q16 *entry),
            (out, joint, entry), build_entry(out, joint, entry))

#endif
