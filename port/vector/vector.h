/* SPDX-License-Identifier: MIT */
/* Vertices side by side in the compiler's vector types, one in each 32-bit lane: four, or with AVX2
 * eight. Of eight, vertices i and i + 4 share a register's halves wherever four words of a vertex are
 * loaded, so that shuffles never cross halves.
 *
 * On x86-64 every source here is compiled twice: for what all processors have, and by NAME_avx2.c,
 * which defines VECTOR_AVX2, for those with AVX2 and FMA. The processor is asked at run time. */
#ifndef PELT_VECTOR_H
#define PELT_VECTOR_H

#include <stdint.h>

#include "../../src/base/memory.h"
#include "floats.h"

#ifdef VECTOR_AVX2
#define LANES 8u
#define TARGET __attribute__((target("avx2,fma")))
#else
#define LANES 4u
#define TARGET
#endif
/* Without optimisation they are calls, as inlined code is large there and takes long to compile. */
#ifdef __OPTIMIZE__
#define VECTOR_INLINE static inline __attribute__((always_inline)) TARGET UNCHECKED
#else
#define VECTOR_INLINE static inline TARGET UNCHECKED
#endif

/* UBSan's checks of every constant index, unrolled and inlined, take Clang minutes. ASan's stay. */
#ifdef __clang__
#define UNCHECKED                                                                                  \
    __attribute__((no_sanitize("bounds", "null", "object-size", "alignment", "pointer-overflow")))
#else
#define UNCHECKED
#endif

/* GCC unrolls short loops completely only where told to; arrays of registers need it. */
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

/* No load moves across: Clang would bring all of a block's to its front and spill them. */
#ifdef __clang__
#define IN_ORDER() __asm__ volatile("" ::: "memory")
#else
#define IN_ORDER() (void)0
#endif

typedef float vf __attribute__((vector_size(4 * LANES)));
typedef int32_t vi __attribute__((vector_size(4 * LANES)));
typedef uint32_t vu __attribute__((vector_size(4 * LANES)));
typedef int64_t vl __attribute__((vector_size(4 * LANES)));
typedef uint64_t vul __attribute__((vector_size(4 * LANES)));
typedef double vd __attribute__((vector_size(4 * LANES)));
typedef int16_t vh __attribute__((vector_size(4 * LANES))); /* halves of words */

/* As they lie in memory: four words, and one for each lane. */
typedef float words4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef double two_doubles __attribute__((vector_size(16)));
typedef float words __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

/// What only some targets have ///////////////////////////////////////////////////////////////////

/* a b + c, rounded once (FUSED) where the processor was asked for it. */
#ifdef VECTOR_AVX2
#define FUSED 1
#define MULTIPLY_ADD(a, b, c) __builtin_ia32_vfmaddps256(a, b, c)
#else
#define FUSED 0
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

/* x86's products of 16-bit halves: the sum of two in each word, and their upper halves. */
#ifdef VECTOR_AVX2
#define MADD(a, b) ((vi)__builtin_ia32_pmaddwd256((vh)(a), (vh)(b)))
#define MULHI(a, b) ((vi)__builtin_ia32_pmulhw256((vh)(a), (vh)(b)))
#define MULHI_U(a, b) ((vi)__builtin_ia32_pmulhuw256((vh)(a), (vh)(b)))
#elif defined(__SSE2__)
#define MADD(a, b) ((vi)__builtin_ia32_pmaddwd128((vh)(a), (vh)(b)))
#define MULHI(a, b) ((vi)__builtin_ia32_pmulhw128((vh)(a), (vh)(b)))
#define MULHI_U(a, b) ((vi)__builtin_ia32_pmulhuw128((vh)(a), (vh)(b)))
#endif

/* The lesser and the greater. */
#if defined(VECTOR_AVX2) && !defined(__clang__)
#define MIN(a, b) ((vi)__builtin_ia32_pminsd256(a, b))
#define MAX(a, b) ((vi)__builtin_ia32_pmaxsd256(a, b))
#elif defined(VECTOR_AVX2)
#define MIN(a, b) __builtin_elementwise_min(a, b)
#define MAX(a, b) __builtin_elementwise_max(a, b)
#endif

/* Whether any lane is negative; where that is not one instruction, it may be. SIGNS: which are. */
#if defined(VECTOR_AVX2)
#define SIGNS(a) ((uint32_t)__builtin_ia32_movmskps256((vf)(a)))
#define ANY(a) (SIGNS(a) != 0u)
#elif defined(__SSE2__)
#define ANY(a) (__builtin_ia32_movmskps((vf)(a)) != 0)
#else
#define ANY(a) ((void)(a), true)
#endif

/* Products of the even words in 64 bits. */
#ifdef VECTOR_AVX2
#define MULTIPLY_LONG(a, b) ((vul)__builtin_ia32_pmuldq256((vi)(a), (vi)(b)))
#endif

/* floor(a b / 2^16), b of 16 bits and sign. */
#if defined(__ARM_NEON)
#include <arm_neon.h>
#define MULW(a, b) ((vi)vqdmulhq_s32((int32x4_t)(a), (int32x4_t)((b) << 15)))
#else
#define MULW(a, b) ((vi)((vu)((a) >> 16) * (vu)(b) + (vu)((((a)&0xFFFF) * (b)) >> 16)))
#endif

/// Lanes /////////////////////////////////////////////////////////////////////////////////////////

/* Four lanes of a (0 to 3) and b (4 to 7), of each half for itself. */
#ifdef VECTOR_AVX2
#define LANE(i) ((i) < 4 ? (i) : (i) + 4)
#define SHUFFLE(a, b, i, j, k, l)                                                                  \
    __builtin_shufflevector(a, b, LANE(i), LANE(j), LANE(k), LANE(l), LANE(i) + 4, LANE(j) + 4,    \
                            LANE(k) + 4, LANE(l) + 4)
#else
#define SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#endif
#define SPLAT(a, i) SHUFFLE(a, a, i, i, i, i)
#define LAST(a, b) SHUFFLE(a, b, 0, 1, 2, 7) /* the last of four from b */

/* A base that the compiler takes for new in every block. Otherwise GCC computes the address of each
 * word of a table before the loop, and spills all of them. */
VECTOR_INLINE const void *fresh(const void *table)
{
    __asm__ volatile("" : "+r"(table));
    return table;
}

/* One number in all lanes. */
VECTOR_INLINE vi all(int32_t a)
{
    return a - (vi){0};
}

/* Modulo 2^32: GCC leaves it undefined where lanes with a sign overflow. */
VECTOR_INLINE vi plus(vi a, vi b)
{
    return (vi)((vu)a + (vu)b);
}

VECTOR_INLINE vi minus(vi a, vi b)
{
    return (vi)((vu)a - (vu)b);
}

/* a where the condition is -1, b where it is 0. */
VECTOR_INLINE vi where(vi condition, vi a, vi b)
{
    return (a & condition) | (b & ~condition);
}

VECTOR_INLINE words4 half_of(vf a, unsigned half)
{
#if defined(VECTOR_AVX2) && !defined(__clang__) /* GCC would swap halves before it stores one */
    if (half != 0u)
        return __builtin_ia32_vextractf128_ps256(a, 1);
#elif defined(VECTOR_AVX2)
    if (half != 0u)
        return __builtin_shufflevector(a, a, 4, 5, 6, 7);
#else
    (void)half;
#endif
    return __builtin_shufflevector(a, a, 0, 1, 2, 3);
}

/* As many words as there are lanes. */
VECTOR_INLINE vf load(const void *from)
{
    return *(const words *)from;
}

VECTOR_INLINE void store(void *to, vf a)
{
    *(words *)to = a;
}

/* A word that all lanes will take, as it is kept: AVX2 can load it into all, others hold it so. */
#ifdef VECTOR_AVX2
typedef float constant; /* of which GCC takes none through another register */
#else
typedef vf constant;
#endif

VECTOR_INLINE vf in_all(constant a)
{
#ifdef VECTOR_AVX2
    return (vf){a, a, a, a, a, a, a, a};
#else
    return a;
#endif
}

/* Each lane of a becomes a constant. */
VECTOR_INLINE void spread(constant *to, vf a)
{
#ifdef VECTOR_AVX2
    store(to, a);
#else
    to[0] = SPLAT(a, 0);
    to[1] = SPLAT(a, 1);
    to[2] = SPLAT(a, 2);
    to[3] = SPLAT(a, 3);
#endif
}

/* The twelve words of an entry. */
VECTOR_INLINE void spread_entry(constant to[12], const void *entry)
{
    UNROLL
    for (unsigned at = 0; at <= 12u - LANES; at += 4u) /* of eight lanes some twice */
        spread(to + at, load((const int32_t *)entry + at));
}

/* Four words from each of one or two places; any 4-byte alignment. */
VECTOR_INLINE vf load_rows_at(const void *a, const void *b)
{
#if defined(VECTOR_AVX2) && !defined(__clang__) /* GCC would load b into a register of its own */
    return __builtin_ia32_vinsertf128_ps256(__builtin_ia32_ps256_ps(*(const words4 *)a),
                                            *(const words4 *)b, 1);
#elif defined(VECTOR_AVX2)
    return __builtin_shufflevector(*(const words4 *)a, *(const words4 *)b, 0, 1, 2, 3, 4, 5, 6, 7);
#else
    (void)b;
    return *(const words4 *)a;
#endif
}

/* Four words in each half. */
#ifndef VECTOR_AVX2
#define LOWER_TWICE(a) (a)
#define UPPER_TWICE(a) (a)
#else
#define LOWER_TWICE(a) __builtin_shufflevector(a, a, 0, 1, 2, 3, 0, 1, 2, 3)
#define UPPER_TWICE(a) __builtin_shufflevector(a, a, 4, 5, 6, 7, 4, 5, 6, 7)
#define LOWER_HALVES(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define UPPER_HALVES(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#endif

VECTOR_INLINE vf load_twice(const void *from)
{
#if defined(VECTOR_AVX2) && !defined(__clang__) /* GCC would shuffle what the load can do */
    return __builtin_ia32_vbroadcastf128_ps256((const words4 *)from);
#else
    return load_rows_at(from, from);
#endif
}

/* Three words from each, the third from a place of its own, the fourth is 0. */
VECTOR_INLINE vf load_three_apart(const void *a, const void *a_third, const void *b,
                                  const void *b_third)
{
    int64_t front[2];
    uint32_t third[2];
    memcpy(&front[0], a, 8);
    memcpy(&third[0], a_third, 4);
    memcpy(&front[1], b, 8);
    memcpy(&third[1], b_third, 4);
#ifdef VECTOR_AVX2
    return (vf)(vl){front[0], third[0], front[1], third[1]};
#else
    return (vf)(vl){front[0], third[0]};
#endif
}

/* The same; there may be nothing behind them. */
VECTOR_INLINE vf load_three_at(const void *a, const void *b)
{
    return load_three_apart(a, (const uint8_t *)a + 8, b, (const uint8_t *)b + 8);
}

/* The records of as many vertices as there are lanes. */
typedef struct lanes {
    const uint8_t *at[LANES];
} lanes;

/* `count` records from here on, the last one repeated: no lane is idle, none beyond is read. */
VECTOR_INLINE lanes lanes_of(const uint8_t *records, uint32_t record_bytes, uint32_t count)
{
    lanes l;
    UNROLL
    for (uint32_t i = 0; i < LANES; i++)
        l.at[i] = records + record_bytes * (i < count ? i : count - 1u);
    return l;
}

/* Row i of four: words of vertex i, and in the upper half of vertex i + 4. */
VECTOR_INLINE vf load_row(const lanes *l, unsigned i, uint32_t offset)
{
    return load_rows_at(l->at[i] + offset, l->at[i + LANES - 4u] + offset);
}

/* Row i of those that load_row loads, of each row of 3x4 matrices. */
VECTOR_INLINE void load_matrices(vf rows[3][4], unsigned i, const void *a, const void *b)
{
    UNROLL
    for (uint32_t r = 0; r < 3u; r++)
        rows[r][i] = load_rows_at((const uint8_t *)a + 16u * r, (const uint8_t *)b + 16u * r);
}

/* A 3x4 matrix of each of two vertices, or of one, in three parts. AVX2 takes more of a matrix at a
 * time, and need not bring halves together before it has mixed several: rows 0 and 1 of one vertex,
 * of the other, and row 2 of both. Else they are rows. */
VECTOR_INLINE vf load_part(const void *a, const void *b, unsigned part)
{
#ifdef VECTOR_AVX2
    if (part < 2u)
        return load(part == 0u ? a : b);
#endif
    return load_rows_at((const uint8_t *)a + 16u * part, (const uint8_t *)b + 16u * part);
}

/* One of the four words of each in all lanes of the parts. */
VECTOR_INLINE void load_words_in_parts(vf to[3], const void *a, const void *b, unsigned word)
{
#ifdef VECTOR_AVX2
    const float u = (*(const words4 *)a)[word], v = (*(const words4 *)b)[word];
    to[0] = in_all(u);
    to[1] = in_all(v);
    to[2] = __builtin_ia32_blendps256(to[0], to[1], 0xF0); /* else GCC would load both again */
#else
    const vf w = load(a);
    (void)b;
    to[0] = word == 0u ? SPLAT(w, 0)
            : word == 1u ? SPLAT(w, 1)
            : word == 2u ? SPLAT(w, 2)
                         : SPLAT(w, 3);
    to[1] = to[2] = to[0];
#endif
}

/* As load_matrices. */
VECTOR_INLINE void take_rows(vf rows[3][4], unsigned i, const vf parts[3])
{
#ifdef VECTOR_AVX2
    rows[0][i] = LOWER_HALVES(parts[0], parts[1]);
    rows[1][i] = UPPER_HALVES(parts[0], parts[1]);
#else
    rows[0][i] = parts[0];
    rows[1][i] = parts[1];
#endif
    rows[2][i] = parts[2];
}

/* Within each half: columns[c] is word c of rows 0 to 3. */
VECTOR_INLINE void transpose(vf columns[4], const vf rows[4])
{
    const vf a = SHUFFLE(rows[0], rows[1], 0, 4, 1, 5), b = SHUFFLE(rows[0], rows[1], 2, 6, 3, 7);
    const vf c = SHUFFLE(rows[2], rows[3], 0, 4, 1, 5), d = SHUFFLE(rows[2], rows[3], 2, 6, 3, 7);
    columns[0] = SHUFFLE(a, c, 0, 1, 4, 5);
    columns[1] = SHUFFLE(a, c, 2, 3, 6, 7);
    columns[2] = SHUFFLE(b, d, 0, 1, 4, 5);
    columns[3] = SHUFFLE(b, d, 2, 3, 6, 7);
}

/* Four words, `offset` bytes into each record, in columns. */
VECTOR_INLINE void load_columns(vf columns[4], const lanes *l, uint32_t offset)
{
    vf rows[4];
    UNROLL
    for (unsigned i = 0; i < 4u; i++)
        rows[i] = load_row(l, i, offset);
    transpose(columns, rows);
}

/* Six words of each vertex, vertex after vertex. */
VECTOR_INLINE void store_vertices(void *out, const vf in[6])
{
    vf parts[6]; /* four words each of vertices 0 to 3; in the upper halves of 4 to 7 */
    UNROLL
    for (unsigned i = 0; i < 2u; i++) {
        vf pairs[3]; /* words 2j and 2j + 1 of vertices 2i and 2i + 1 */
        UNROLL
        for (unsigned j = 0; j < 3u; j++)
            pairs[j] = i == 0u ? SHUFFLE(in[2u * j], in[2u * j + 1u], 0, 4, 1, 5)
                               : SHUFFLE(in[2u * j], in[2u * j + 1u], 2, 6, 3, 7);
        parts[3u * i] = SHUFFLE(pairs[0], pairs[1], 0, 1, 4, 5);
        parts[3u * i + 1u] = SHUFFLE(pairs[2], pairs[0], 0, 1, 6, 7);
        parts[3u * i + 2u] = SHUFFLE(pairs[1], pairs[2], 2, 3, 6, 7);
    }
    words *to = out;
#ifdef VECTOR_AVX2
    UNROLL
    for (unsigned i = 0; i < 3u; i++) {
        const vf low = parts[2u * i], high = parts[2u * i + 1u];
        to[i] = LOWER_HALVES(low, high);
        to[3u + i] = UPPER_HALVES(low, high);
    }
#else
    UNROLL
    for (unsigned i = 0; i < 6u; i++)
        to[i] = parts[i];
#endif
}

/* Three words of each vertex: side by side, or `stride_bytes` apart and nothing between them. */
VECTOR_INLINE void store_dense_threes(void *to, const vf in[3])
{
    const vf xy = SHUFFLE(in[0], in[1], 0, 2, 4, 6), yz = SHUFFLE(in[1], in[2], 1, 3, 5, 7);
    const vf zx = SHUFFLE(in[2], in[0], 0, 2, 5, 7);
    const vf parts[3] = {SHUFFLE(xy, zx, 0, 2, 4, 6), SHUFFLE(yz, xy, 0, 2, 5, 7),
                         SHUFFLE(zx, yz, 1, 3, 5, 7)};
    words4 *at = to;
    UNROLL
    for (unsigned i = 0; i < 3u; i++) {
        at[i] = __builtin_shufflevector(parts[i], parts[i], 0, 1, 2, 3);
#if LANES == 8u
        at[3u + i] = __builtin_shufflevector(parts[i], parts[i], 4, 5, 6, 7);
#endif
    }
}

/* Of `count` vertices: lanes beyond are stored where the last one follows. x and y go by 64 bits; there
 * is no such store for z. */
VECTOR_INLINE void store_threes(void *to, uint32_t stride_bytes, uint32_t count, const vf in[3])
{
    const vd low = (vd)SHUFFLE(in[0], in[1], 0, 4, 1, 5);
    const vd high = (vd)SHUFFLE(in[0], in[1], 2, 6, 3, 7);
    float third[LANES];
    store(third, in[2]);
    UNROLL
    for (uint32_t i = LANES; i-- > 0u;) {
        uint8_t *at = (uint8_t *)to + (size_t)stride_bytes * (i < count ? i : count - 1u);
        const double xy = (i % 4u < 2u ? low : high)[i % 2u + i / 4u * 2u];
        memcpy(at, &xy, sizeof xy);
        memcpy(at + 8, &third[i], sizeof third[i]);
    }
}

VECTOR_INLINE void store_three(void *to, words4 v)
{
    const double front = ((two_doubles)v)[0];
    const float third = v[2];
    memcpy(to, &front, sizeof front);
    memcpy((uint8_t *)to + 8, &third, sizeof third);
}

/* Columns of a 3x4 matrix, whose fourth words are of no use. */
VECTOR_INLINE void turn_rows(words4 columns[4], const void *m)
{
    const words4 *rows = m, r2 = rows[2];
    const words4 low = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    const words4 high = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    columns[0] = __builtin_shufflevector(low, r2, 0, 1, 4, 4);
    columns[1] = __builtin_shufflevector(low, r2, 2, 3, 5, 5);
    columns[2] = __builtin_shufflevector(high, r2, 0, 1, 6, 6);
    columns[3] = __builtin_shufflevector(high, r2, 2, 3, 7, 7);
}

/* As num_rsqrt of f32.h: the same bits. */
VECTOR_INLINE vf rsqrt(vf a)
{
    vf y = (vf)(0x5F375A86 - (vi)((vu)a >> 1));
    y = y * (1.5f - 0.5f * a * y * y);
    y = y * (1.5f - 0.5f * a * y * y);
    return y * (1.5f - 0.5f * a * y * y);
}

/* Quaternions in columns, on their way to unit length: pose blending. */
typedef struct rotations {
    vf q[4], squares, scale, up;
} rotations;

/// Kernels ///////////////////////////////////////////////////////////////////////////////////////

/* Loads and tests of what the compiler's library has found out at start-up. */
#define HAS_AVX2 (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#ifdef FLOATS /* defined where AVX2's results are rounded otherwise */
#define USES_AVX2 (HAS_AVX2 && !pelt_unfused_floats)
#else
#define USES_AVX2 HAS_AVX2
#endif

/* `name`, which calls name_avx2 where the processor has it. */
#define CHOICE(name, parameters, arguments, otherwise)                                             \
    PELT_HOT(name) void name parameters                                                            \
    {                                                                                              \
        if (USES_AVX2)                                                                             \
            name##_avx2 arguments;                                                                 \
        else                                                                                       \
            otherwise;                                                                             \
    }

/* KERNEL(name, (declared parameters), (arguments), call): the function that the library calls. With
 * AVX2 it is name_avx2, which the other one calls. AVX2_KERNEL, of products of 64 bits or shifts by
 * lane, which SSE2 has no instruction for, is the reference elsewhere. */
#if defined(VECTOR_AVX2)
#define KERNEL(name, parameters, arguments, call)                                                  \
    void name##_avx2 parameters;                                                                   \
    PELT_HOT(name##_avx2) TARGET void name##_avx2 parameters                                       \
    {                                                                                              \
        call;                                                                                      \
    }
#define AVX2_KERNEL(name, reference, parameters, arguments, call)                                  \
    KERNEL(name, parameters, arguments, call)                                                      \
    CHOICE(name, parameters, arguments, reference arguments)
#elif defined(__SSE2__)
#define KERNEL(name, parameters, arguments, call)                                                  \
    void name##_avx2 parameters;                                                                   \
    CHOICE(name, parameters, arguments, call)
#else
#define KERNEL(name, parameters, arguments, call)                                                  \
    PELT_HOT(name) void name parameters                                                            \
    {                                                                                              \
        call;                                                                                      \
    }
#endif

#endif
