/* SPDX-License-Identifier: MIT */
/* Model matrices and palette entries in fixed point: rows 0 and 1 of a result side by side, row 2 by
 * itself. The reference's operations (src/stage/joints.inc, palette.inc, src/arithmetic/q16.h) in
 * lanes, so the same bits. */
#include "../../src/kernel/family.h"

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

/* Rows of a 3x4 matrix: 0 and 1 side by side, 2 twice. */
typedef struct matrix {
    vi two, last;
} matrix;

VECTOR_INLINE matrix load_matrix(const int32_t *m)
{
    const matrix rows = {(vi)load(m), (vi)load_twice(m + 8)};
    return rows;
}

VECTOR_INLINE void store_matrix(int32_t *to, const matrix *m)
{
    store(to, (vf)m->two);
    *(words4 *)(void *)(to + 8) = __builtin_shufflevector((vf)m->last, (vf)m->last, 0, 1, 2, 3);
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

/* Rotation times scale as local_3x3 of joints.inc, the translation in the last lanes; of two joints.
 * Where one is scaled, the other is multiplied by 1, which changes nothing. */
VECTOR_INLINE void local_rows(vi m[3], const pelt_local_q16 *a, const pelt_local_q16 *b)
{
    const vi q = (vi)load_rows_at(a->rotation, b->rotation);
    const vi t = (vi)load_rows_at(a->translation, b->translation);         /* t0 t1 t2 s0 */
    const vi s = (vi)load_rows_at(&a->translation[2], &b->translation[2]); /* t2 s0 s1 s2 */
    const vi squares = mulh(q, q);
    const vi xy_yz_xz = mulh(SHUFFLE(q, q, 0, 1, 0, 3), SHUFFLE(q, q, 1, 2, 2, 3));
    const vi wz_wx_wy = mulh(SPLAT(q, 3), SHUFFLE(q, q, 2, 0, 1, 3));
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

/* From a joint's own rows; above: its parent's, or NULL. */
VECTOR_INLINE matrix place_joint(const vi own[3], const matrix *above)
{
    const vi halves = ROW(1, 1, 1, 0);
    matrix m = {LOWER_HALVES(own[0], own[1]) >> halves, own[2] >> halves};
    if (above != NULL) {
        m.two = finish_joint(dot(above->two, own), above->two);
        m.last = finish_joint(dot(above->last, own), above->last);
    }
    return m;
}

TARGET static void build_joint(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent)
{
    vi own[3];
    local_rows(own, local, local);
    matrix m = {all(0), all(0)}; /* the parent, if there is one */
    if (parent != NULL)
        m = load_matrix(parent);
    m = place_joint(own, parent == NULL ? NULL : &m);
    store_matrix(out, &m);
}

/* The joint before, mostly the parent, stays in registers: last. */
VECTOR_INLINE void build_next(matrix *last, pelt_joint_matrix_q16 *matrices,
                              const format_joint *joints, uint32_t i, const vi own[3])
{
    const uint32_t parent = joints[i].parent;
    if (parent != PELT_NO_JOINT && parent + 1u != i)
        *last = load_matrix(matrices[parent].m);
    *last = place_joint(own, parent == PELT_NO_JOINT ? NULL : last);
    store_matrix(matrices[i].m, last);
}

TARGET static void build_joints(pelt_joint_matrix_q16 *matrices, const pelt_local_q16 *locals,
                                const format_joint *joints, uint32_t first, uint32_t end)
{
    matrix last = {all(0), all(0)};
    if (first < end && joints[first].parent + 1u == first)
        last = load_matrix(matrices[first - 1u].m);
    for (uint32_t i = first; i < end; i += 2u) {
        const bool two = i + 1u < end;
        vi rows[3];
        local_rows(rows, &locals[i], &locals[two ? i + 1u : i]);
        const vi own[3] = {LOWER_TWICE(rows[0]), LOWER_TWICE(rows[1]), LOWER_TWICE(rows[2])};
        const vi next[3] = {UPPER_TWICE(rows[0]), UPPER_TWICE(rows[1]), UPPER_TWICE(rows[2])};
        build_next(&last, matrices, joints, i, own);
        if (two)
            build_next(&last, matrices, joints, i + 1u, next);
    }
}

AVX2_KERNEL(pelt_kernel_joint_q16, pelt_reference_joint_q16,
            (int32_t out[12], const pelt_local_q16 *local, const int32_t *parent),
            (out, local, parent), build_joint(out, local, parent))

AVX2_KERNEL(pelt_joints_exact, pelt_reference_joints_q16,
            (pelt_joint_matrix_q16 * matrices, const pelt_local_q16 *locals,
             const format_joint *joints, uint32_t first, uint32_t end),
            (matrices, locals, joints, first, end),
            build_joints(matrices, locals, joints, first, end))

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

VECTOR_INLINE void build_entry(int32_t out[12], const int32_t joint[12],
                               const format_entry_q16 *entry)
{
    vi bind[3];
    UNROLL
    for (unsigned r = 0; r < 3u; r++)
        bind[r] = (vi)load_twice(entry->m + 4u * r);
    matrix m = load_matrix(joint);
    m.two = finish_entry(dot(m.two, bind), m.two, entry->shift);
    m.last = finish_entry(dot(m.last, bind), m.last, entry->shift);
    store_matrix(out, &m);
}

TARGET static void build_entries(pelt_entry_q16 *palette, const pelt_joint_matrix_q16 *matrices,
                                 const format_entry_q16 *entries, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        build_entry(palette[i].opaque, matrices[entries[i].joint].m, &entries[i]);
}

AVX2_KERNEL(pelt_kernel_entry_q16, pelt_reference_entry_q16,
            (int32_t out[12], const int32_t joint[12], const format_entry_q16 *entry),
            (out, joint, entry), build_entry(out, joint, entry))

AVX2_KERNEL(pelt_palette_exact, pelt_reference_palette_q16,
            (pelt_entry_q16 * palette, const pelt_joint_matrix_q16 *matrices,
             const format_entry_q16 *entries, uint32_t count),
            (palette, matrices, entries, count), build_entries(palette, matrices, entries, count))

#endif
