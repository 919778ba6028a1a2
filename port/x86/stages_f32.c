/* SPDX-License-Identifier: MIT */
/*
 * Model matrices and palettes in float with AVX2 and FMA: rows of two joints' matrices side by
 * side. Against the reference's formulas only rounding differs.
 */
#include "../../src/kernel/kernel.h"

#if defined(PELT_STAGES_F32) && PELT_STAGES_F32 == PELT_IN_X86

#define FEATURES "avx2,fma"
#define FLOATS
#include "avx2.h"

/* row * m: m's rows are in both halves. The row's own translation is added to the last column. */
AVX2_INLINE __m256 times(__m256 row, const __m256 m[3])
{
    const __m256 translation = _mm256_blend_ps(_mm256_setzero_ps(), row, 0x88);
    __m256 sum = _mm256_fmadd_ps(_mm256_permute_ps(row, 0x00), m[0], translation);
    sum = _mm256_fmadd_ps(_mm256_permute_ps(row, 0x55), m[1], sum);
    return _mm256_fmadd_ps(_mm256_permute_ps(row, 0xAA), m[2], sum);
}

#define SHUFFLE(a, b, i, j, k, l) _mm256_shuffle_ps(a, b, _MM_SHUFFLE(l, k, j, i))

/* Rows of translation * rotation * scale of joint a in the lower halves, of b in the upper ones;
 * as local_3x3() of joints.inc. */
AVX2_INLINE void local_rows(__m256 rows[3], const pelt_local_f32 *a, const pelt_local_f32 *b)
{
    const __m256 q = load_halves(a->rotation, b->rotation);              /* x y z w */
    const __m256 t = load_halves(a->translation, b->translation);        /* t0 t1 t2 s0 */
    const __m256 t2_s = load_halves(&a->translation[2], &b->translation[2]); /* t2 s0 s1 s2 */
    const __m256 one = _mm256_set1_ps(1.0f);

    const __m256 squares = _mm256_mul_ps(q, q);
    const __m256 sums = _mm256_add_ps(SHUFFLE(squares, squares, 1, 0, 0, 0),
                                      SHUFFLE(squares, squares, 2, 2, 1, 1));
    const __m256 diagonal = _mm256_sub_ps(one, _mm256_add_ps(sums, sums));
    const __m256 xy_yz_xz = _mm256_mul_ps(SHUFFLE(q, q, 0, 1, 0, 0), SHUFFLE(q, q, 1, 2, 2, 2));
    const __m256 wz_wx_wy = _mm256_mul_ps(SHUFFLE(q, q, 3, 3, 3, 3), SHUFFLE(q, q, 2, 0, 1, 1));
    const __m256 minus = _mm256_sub_ps(xy_yz_xz, wz_wx_wy);
    const __m256 plus = _mm256_add_ps(xy_yz_xz, wz_wx_wy);
    const __m256 low = _mm256_add_ps(minus, minus);         /* m1 m6 m8 */
    const __m256 twice = _mm256_add_ps(plus, plus);         /* m4 m9 m2 */
    const __m256 high = SHUFFLE(twice, twice, 2, 0, 1, 1);  /* m2 m4 m9 */

    const __m256 dl = _mm256_unpacklo_ps(diagonal, low);    /* m0 m1 m5 m6 */
    const __m256 ht = _mm256_unpacklo_ps(high, t);          /* m2 t0 m4 t1 */
    const __m256 dl2 = _mm256_unpackhi_ps(diagonal, low);   /* m10 m8 */
    const __m256 ht2 = _mm256_unpackhi_ps(high, t);         /* m9 t2 */
    const __m256 row1 = SHUFFLE(ht, dl, 2, 3, 2, 3);        /* m4 t1 m5 m6 */
    const __m256 row2 = SHUFFLE(dl2, ht2, 0, 1, 0, 1);      /* m10 m8 m9 t2 */
    const __m256 scale = _mm256_blend_ps(SHUFFLE(t2_s, t2_s, 1, 2, 3, 3), one, 0x88);
    rows[0] = _mm256_mul_ps(SHUFFLE(dl, ht, 0, 1, 0, 1), scale);
    rows[1] = _mm256_mul_ps(SHUFFLE(row1, row1, 0, 2, 3, 1), scale);
    rows[2] = _mm256_mul_ps(SHUFFLE(row2, row2, 1, 2, 0, 3), scale);
}

/* A model matrix: rows 0 and 1, and row 2, whose upper half is idle. */
typedef struct matrix {
    __m256 rows01, row2;
} matrix;

AVX2_INLINE matrix load_matrix(const float *m)
{
    const matrix a = {_mm256_loadu_ps(m), _mm256_castps128_ps256(_mm_loadu_ps(m + 8))};
    return a;
}

AVX2_INLINE void store_matrix(float *to, const matrix *m)
{
    _mm256_storeu_ps(to, m->rows01);
    _mm_storeu_ps(to + 8, _mm256_castps256_ps128(m->row2));
}

/* As times(), which waits for one sum after another, by two chains: joint waits for parent. */
AVX2_INLINE __m256 below(__m256 row, const __m256 m[3])
{
    const __m256 translation = _mm256_blend_ps(_mm256_setzero_ps(), row, 0x88);
    const __m256 yz = _mm256_fmadd_ps(_mm256_permute_ps(row, 0x55), m[1],
                                      _mm256_mul_ps(_mm256_permute_ps(row, 0xAA), m[2]));
    return _mm256_add_ps(_mm256_fmadd_ps(_mm256_permute_ps(row, 0x00), m[0], translation), yz);
}

/* The half of rows that is `which` joint's, in both halves. */
#define BOTH(rows, which) _mm256_permute2f128_ps(rows, rows, (which) * 0x11)

static const float root[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

/* last: the joint before, mostly the parent, from where it need not be loaded. */
AVX2_INLINE void build_joint(pelt_joint_matrix_f32 *matrices, uint32_t i, uint32_t parent,
                             const __m256 rows[3], matrix *last)
{
    if (parent == PELT_NO_JOINT)
        *last = load_matrix(root);
    else if (parent + 1u != i)
        *last = load_matrix(matrices[parent].m);
    last->rows01 = below(last->rows01, rows);
    last->row2 = below(last->row2, rows);
    store_matrix(matrices[i].m, last);
}

AVX2 static void build_joints(pelt_joint_matrix_f32 *matrices, const pelt_local_f32 *locals,
                              const format_joint *joints, uint32_t first, uint32_t end)
{
    matrix last = load_matrix(first > 0u ? matrices[first - 1u].m : root);
    for (uint32_t i = first; i < end; i += 2u) {
        const bool alone = i + 1u == end;
        __m256 rows[3];
        local_rows(rows, &locals[i], &locals[alone ? i : i + 1u]);
        const __m256 a[3] = {BOTH(rows[0], 0), BOTH(rows[1], 0), BOTH(rows[2], 0)};
        build_joint(matrices, i, joints[i].parent, a, &last);
        if (alone)
            break;
        const __m256 b[3] = {BOTH(rows[0], 1), BOTH(rows[1], 1), BOTH(rows[2], 1)};
        build_joint(matrices, i + 1u, joints[i + 1u].parent, b, &last);
    }
}

AVX2 static void build_palette(pelt_entry_f32 *palette, const pelt_joint_matrix_f32 *matrices,
                               const format_entry_f32 *entries, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        __m256 bind[3];
        UNROLL for (unsigned r = 0; r < 3u; r++)
            bind[r] = _mm256_broadcast_ps((const __m128 *)(const void *)(entries[i].m + 4u * r));
        const float *joint = matrices[entries[i].joint].m;
        _mm256_storeu_ps(palette[i].opaque, times(_mm256_loadu_ps(joint), bind));
        const __m256 row2 = _mm256_castps128_ps256(_mm_loadu_ps(joint + 8));
        _mm_storeu_ps(palette[i].opaque + 8, _mm256_castps256_ps128(times(row2, bind)));
    }
}

void pelt_kernel_joints_f32(pelt_joint_matrix_f32 *matrices, const pelt_local_f32 *locals,
                            const format_joint *joints, uint32_t first, uint32_t end)
{
    if (has_avx2())
        build_joints(matrices, locals, joints, first, end);
    else
        pelt_reference_joints_f32(matrices, locals, joints, first, end);
}

void pelt_kernel_palette_f32(pelt_entry_f32 *palette, const pelt_joint_matrix_f32 *matrices,
                             const format_entry_f32 *entries, uint32_t count)
{
    if (has_avx2())
        build_palette(palette, matrices, entries, count);
    else
        pelt_reference_palette_f32(palette, matrices, entries, count);
}

#endif
