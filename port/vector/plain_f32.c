/* SPDX-License-Identifier: MIT */
/* Plain arrays in float: matrices are summed by weight, with AVX2 two columns side by side. Against
 * the reference each result is within 1e-6 of the sum of its terms' magnitudes. */
#include "../../src/kernel/plain.h"

#if defined(PELT_PLAIN_F32) && PELT_PLAIN_F32 == PELT_IN_VECTOR

#define FLOATS
#include "vector.h"

typedef float word;
#define ONE 1.0f

/* Columns 0, 1, 2, 3, or 0 and 1, 2 and 3; the fourth word of each is idle. */
#define REGISTERS (16u / LANES)
typedef struct turned {
    vf columns[REGISTERS];
} turned;

VECTOR_INLINE void turn(turned *to, const float m[12])
{
    words4 c[4];
    turn_rows(c, m);
#ifdef VECTOR_AVX2
    to->columns[0] = __builtin_shufflevector(c[0], c[1], 0, 1, 2, 3, 4, 5, 6, 7);
    to->columns[1] = __builtin_shufflevector(c[2], c[3], 0, 1, 2, 3, 4, 5, 6, 7);
#else
    UNROLL
    for (unsigned i = 0; i < 4u; i++)
        to->columns[i] = c[i];
#endif
}

typedef struct vertex {
    const float *p, *n;
} vertex;

VECTOR_INLINE void load_vertex(vertex *v, const float *p, const float *n)
{
    v->p = p;
    v->n = n;
}

typedef struct sums {
    vf columns[REGISTERS];
    words4 out[2];
} sums;

VECTOR_INLINE void begin(sums *s)
{
    UNROLL
    for (unsigned i = 0; i < REGISTERS; i++)
        s->columns[i] = (vf){0};
}

VECTOR_INLINE void add(sums *s, const turned *m, const vertex *v, const float *w, bool moves,
                       bool both)
{
    (void)v, (void)moves, (void)both;
    UNROLL
    for (unsigned i = 0; i < REGISTERS; i++)
        s->columns[i] = MULTIPLY_ADD(m->columns[i], *w - (vf){0}, s->columns[i]);
}

/* fourth: 1 for positions, 0 for directions */
VECTOR_INLINE words4 transform(const vf m[REGISTERS], const float v[3], float fourth)
{
#ifdef VECTOR_AVX2
    const vf xy =
        __builtin_shufflevector(v[0] - (vf){0}, v[1] - (vf){0}, 0, 1, 2, 3, 12, 13, 14, 15);
    const vf zw =
        __builtin_shufflevector(v[2] - (vf){0}, fourth - (vf){0}, 0, 1, 2, 3, 12, 13, 14, 15);
    const vf sum = MULTIPLY_ADD(m[0], xy, m[1] * zw);
    return __builtin_shufflevector(sum, sum, 0, 1, 2, 3) +
           __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
#else
    return m[0] * v[0] + m[1] * v[1] + m[2] * v[2] + m[3] * fourth;
#endif
}

VECTOR_INLINE void finish(sums *s, const vertex *v, bool moves, bool both)
{
    s->out[0] = transform(s->columns, v->p, moves ? 1.0f : 0.0f);
    s->out[1] = both ? transform(s->columns, v->n, 0.0f) : s->out[0];
}

#include "plain.inc"

KERNEL(pelt_kernel_plain_f32, (const plain_run *run), (run), plain(run))

#endif
