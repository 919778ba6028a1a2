/* SPDX-License-Identifier: MIT */
/* Model matrices and palettes in float: a row, or with AVX2 two, in each register. Where nothing is
 * fused these are the reference's operations in its order (src/stage/joints.inc, palette.inc). */
#include "../../src/kernel/kernel.h"

#if defined(PELT_STAGES_F32) && PELT_STAGES_F32 == PELT_IN_VECTOR

#define FLOATS
#include "vector.h"

/* Rows of a 3x4 matrix: 0, 1 and 2, or 0 and 1 side by side and 2 twice. */
#define REGISTERS ((LANES + 8u) / LANES)
typedef struct matrix {
    vf rows[REGISTERS];
} matrix;

VECTOR_INLINE void load_matrix(matrix *to, const float *m)
{
    UNROLL
    for (unsigned i = 0; i + 1u < REGISTERS; i++)
        to->rows[i] = load(m + LANES * i);
    to->rows[REGISTERS - 1u] = load_twice(m + 8);
}

VECTOR_INLINE void store_matrix(float *to, const matrix *m)
{
    UNROLL
    for (unsigned i = 0; i + 1u < REGISTERS; i++)
        store(to + LANES * i, m->rows[i]);
    const vf last = m->rows[REGISTERS - 1u];
    *(words4 *)(void *)(to + 8) = __builtin_shufflevector(last, last, 0, 1, 2, 3);
}

/* rows * m, of which each register has one row, or it twice. The rows' own translation is added to
 * the last column; -0 changes no number. waits: as joint for parent, so fused in two chains. */
VECTOR_INLINE vf times(vf rows, const vf m[3], bool waits)
{
    const vf translation = SHUFFLE(-(vf){0}, rows, 0, 1, 2, 7);
    const vf x = SPLAT(rows, 0), y = SPLAT(rows, 1), z = SPLAT(rows, 2);
    if (FUSED && waits)
        return MULTIPLY_ADD(x, m[0], translation) + MULTIPLY_ADD(y, m[1], z * m[2]);
    if (FUSED)
        return MULTIPLY_ADD(z, m[2], MULTIPLY_ADD(y, m[1], MULTIPLY_ADD(x, m[0], translation)));
    return x * m[0] + y * m[1] + z * m[2] + translation;
}

/* Rows of translation * rotation * scale, as local_3x3(); with AVX2 of two joints. */
VECTOR_INLINE void local_rows(vf rows[3], const pelt_local_f32 *a, const pelt_local_f32 *b)
{
    const vf q = load_rows_at(a->rotation, b->rotation);
    const vf t = load_rows_at(a->translation, b->translation);         /* and s0 */
    const vf s = load_rows_at(&a->translation[2], &b->translation[2]); /* t2 s0 s1 s2 */
    const vf squares = q * q;
    const vf sums = SHUFFLE(squares, squares, 1, 0, 0, 0) + SHUFFLE(squares, squares, 2, 2, 1, 1);
    const vf diagonal = 1.0f - 2.0f * sums; /* m0 m4 m8 */
    const vf xy_yz_xz = SHUFFLE(q, q, 0, 1, 0, 0) * SHUFFLE(q, q, 1, 2, 2, 2);
    const vf wz_wx_wy = SPLAT(q, 3) * SHUFFLE(q, q, 2, 0, 1, 1);
    const vf low = 2.0f * (xy_yz_xz - wz_wx_wy);  /* m1 m5 m6 */
    const vf high = 2.0f * (xy_yz_xz + wz_wx_wy); /* m3 m7 m2 */
    const vf scale = SHUFFLE(s, (vf){0} + 1.0f, 1, 2, 3, 4);
    const vf c = SHUFFLE(diagonal, low, 0, 4, 1, 5); /* m0 m1 m4 m5 */
    const vf d = SHUFFLE(high, t, 2, 4, 0, 5);       /* m2 t0 m3 t1 */
    const vf e = SHUFFLE(low, high, 2, 5, 2, 5);     /* m6 m7 */
    const vf f = SHUFFLE(diagonal, t, 2, 6, 2, 6);   /* m8 t2 */
    rows[0] = SHUFFLE(c, d, 0, 1, 4, 5) * scale;
    rows[1] = SHUFFLE(d, c, 2, 6, 7, 3) * scale;
    rows[2] = SHUFFLE(e, f, 0, 1, 4, 5) * scale;
}

/* The joint before, mostly the parent, stays in registers. */
VECTOR_INLINE void build_joints(pelt_matrix_f32 *matrices, const pelt_local_f32 *locals,
                                const format_joint *joints, uint32_t first, uint32_t end)
{
    static const float root[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    matrix last;
    vf rows[3], own[3];
    load_matrix(&last, first > 0u ? matrices[first - 1u].m : root);
    for (uint32_t i = first; i < end;) {
        local_rows(rows, &locals[i], &locals[i + 1u < end ? i + 1u : i]);
        UNROLL
        for (unsigned half = 0; half < LANES / 4u; half++, i++) {
            if (i == end)
                break;
            UNROLL
            for (unsigned r = 0; r < 3u; r++)
                own[r] = half == 0u ? LOWER_TWICE(rows[r]) : UPPER_TWICE(rows[r]);
            const uint32_t parent = joints[i].parent;
            if (parent == PELT_NO_JOINT)
                load_matrix(&last, root);
            else if (parent + 1u != i)
                load_matrix(&last, matrices[parent].m);
            UNROLL
            for (unsigned r = 0; r < REGISTERS; r++)
                last.rows[r] = times(last.rows[r], own, true);
            store_matrix(matrices[i].m, &last);
        }
    }
}

VECTOR_INLINE void build_palette(pelt_entry_f32 *palette, const pelt_matrix_f32 *matrices,
                                 const format_entry_f32 *entries, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        matrix m;
        vf bind[3];
        load_matrix(&m, matrices[entries[i].joint].m);
        UNROLL
        for (unsigned r = 0; r < 3u; r++)
            bind[r] = load_twice(entries[i].m + 4u * r);
        UNROLL
        for (unsigned r = 0; r < REGISTERS; r++)
            m.rows[r] = times(m.rows[r], bind, false);
        store_matrix(palette[i].opaque, &m);
    }
}

KERNEL(pelt_kernel_joints_f32,
       (pelt_matrix_f32 * matrices, const pelt_local_f32 *locals, const format_joint *joints,
        uint32_t first, uint32_t end),
       (matrices, locals, joints, first, end), build_joints(matrices, locals, joints, first, end))

KERNEL(pelt_kernel_palette_f32,
       (pelt_entry_f32 * palette, const pelt_matrix_f32 *matrices, const format_entry_f32 *entries,
        uint32_t count),
       (palette, matrices, entries, count), build_palette(palette, matrices, entries, count))

#endif
