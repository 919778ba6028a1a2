/* SPDX-License-Identifier: MIT */
/*
 * Model matrices and palettes in float with AVX2, a matrix row in each half of a register: the
 * reference's operations in the reference's order, so its bits.
 */
#include "avx2.h"
#include "kernel.h"

/* rows * m, with m's rows in both halves: columns 0 to 2 are sums of three, the last one has the
 * row's own translation added. Adding -0 elsewhere changes nothing, not even the sign of zero. */
AVX2_INLINE __m256 times(__m256 rows, const __m256 m[3])
{
    const __m256 zeros = _mm256_setr_ps(-0.0f, -0.0f, -0.0f, 0.0f, -0.0f, -0.0f, -0.0f, 0.0f);
    const __m256 translation = _mm256_blend_ps(zeros, rows, 0x88);
    const __m256 x = _mm256_mul_ps(_mm256_permute_ps(rows, 0x00), m[0]);
    const __m256 y = _mm256_mul_ps(_mm256_permute_ps(rows, 0x55), m[1]);
    const __m256 z = _mm256_mul_ps(_mm256_permute_ps(rows, 0xAA), m[2]);
    return _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(x, y), z), translation);
}

/* out = a * m; 48 bytes each. */
AVX2_INLINE void multiply(float out[12], const float a[12], const __m256 m[3])
{
    const __m256 rows01 = times(_mm256_loadu_ps(a), m);
    const __m256 row2 = times(_mm256_castps128_ps256(_mm_loadu_ps(a + 8)), m);
    _mm256_storeu_ps(out, rows01);
    _mm_storeu_ps(out + 8, _mm256_castps256_ps128(row2));
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

/* The joint's matrix from its local rows, which are in both halves. */
AVX2_INLINE void build_joint(pelt_matrix_f32 *matrices, uint32_t index, uint32_t parent,
                             const __m256 rows[3])
{
    float *out = matrices[index].m;
    if (parent != PELT_NO_JOINT) {
        multiply(out, matrices[parent].m, rows);
        return;
    }
    UNROLL for (unsigned r = 0; r < 3u; r++)
        _mm_storeu_ps(out + 4u * r, _mm256_castps256_ps128(rows[r]));
}

AVX2 static void build_joints(pelt_matrix_f32 *matrices, const pelt_local_f32 *locals,
                              const format_joint *joints, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 2u) {
        const uint32_t next = i + 1u < count ? i + 1u : i; /* the last one may be alone: twice */
        __m256 rows[3], a[3], b[3];
        local_rows(rows, &locals[i], &locals[next]);
        UNROLL for (unsigned r = 0; r < 3u; r++) {
            a[r] = _mm256_permute2f128_ps(rows[r], rows[r], 0x00);
            b[r] = _mm256_permute2f128_ps(rows[r], rows[r], 0x11);
        }
        build_joint(matrices, i, joints[i].parent, a);
        build_joint(matrices, next, joints[next].parent, b);
    }
}

AVX2 static void build_palette(pelt_matrix_f32 *palette, const pelt_matrix_f32 *matrices,
                               const format_entry_f32 *entries, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        __m256 bind[3];
        UNROLL for (unsigned r = 0; r < 3u; r++)
            bind[r] = _mm256_broadcast_ps((const __m128 *)(const void *)(entries[i].m + 4u * r));
        multiply(palette[i].m, matrices[entries[i].joint].m, bind);
    }
}

void pelt_kernel_joints_f32(pelt_matrix_f32 *matrices, const pelt_local_f32 *locals,
                            const format_joint *joints, uint32_t count)
{
    if (has_avx2())
        build_joints(matrices, locals, joints, count);
    else
        pelt_reference_joints_f32(matrices, locals, joints, count);
}

void pelt_kernel_palette_f32(pelt_matrix_f32 *palette, const pelt_matrix_f32 *matrices,
                             const format_entry_f32 *entries, uint32_t count)
{
    if (has_avx2())
        build_palette(palette, matrices, entries, count);
    else
        pelt_reference_palette_f32(palette, matrices, entries, count);
}
