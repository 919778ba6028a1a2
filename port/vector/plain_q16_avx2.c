/* SPDX-License-Identifier: MIT */
/* Plain arrays in Q16.16: a row in each 64-bit lane, the last is idle. Same bits. */
#include "../../src/kernel/plain.h"

#if defined(PELT_PLAIN_Q16) && PELT_PLAIN_Q16 == PELT_IN_VECTOR && defined(__SSE2__)

#define VECTOR_AVX2
#include "vector.h"

typedef int32_t word;
#define ONE 65536

typedef uint32_t vu4 __attribute__((vector_size(16)));

/* Columns, of the first three only the low words count; the last is Q32 and has the half that
 * rounding takes. */
typedef struct turned {
    vul column[4];
} turned;

VECTOR_INLINE void turn(turned *to, const int32_t m[12])
{
    words4 c[4];
    turn_rows(c, m);
    UNROLL
    for (unsigned i = 0; i < 4u; i++)
        to->column[i] = __builtin_convertvector((vu4)c[i], vul);
    to->column[3] = (to->column[3] << 16) + ONE / 2;
}

/* Coordinates, in all lanes. */
typedef struct vertex {
    vi p[3], n[3];
} vertex;

VECTOR_INLINE void load_vertex(vertex *v, const int32_t *p, const int32_t *n)
{
    UNROLL
    for (unsigned c = 0; c < 3u; c++) {
        v->p[c] = all(p[c]);
        v->n[c] = all(n[c]);
    }
}

/* Q32, with the half that rounding takes. */
typedef struct sums {
    vul p, n;
    words4 out[2];
} sums;

VECTOR_INLINE void begin(sums *s)
{
    s->p = s->n = (vul){0} + ONE / 2;
}

/* Rounded to Q16.16, in the low words. What is lost on top never comes down: 48 bits will do. */
VECTOR_INLINE vul transform(const turned *m, const vi v[3], vul start)
{
    const vul xy = MULTIPLY_LONG(m->column[0], v[0]) + MULTIPLY_LONG(m->column[1], v[1]);
    return (xy + (MULTIPLY_LONG(m->column[2], v[2]) + start)) >> 16;
}

VECTOR_INLINE void add(sums *s, const turned *m, const vertex *v, const int32_t *w, bool moves,
                       bool both)
{
    const vul half = (vul){0} + ONE / 2;
    s->p += MULTIPLY_LONG(transform(m, v->p, moves ? m->column[3] : half), all(*w));
    if (both)
        s->n += MULTIPLY_LONG(transform(m, v->n, half), all(*w));
}

VECTOR_INLINE words4 narrowed(vul sum)
{
    const vf rounded = (vf)(sum >> 16);
    return __builtin_shufflevector(rounded, rounded, 0, 2, 4, 6);
}

VECTOR_INLINE void finish(sums *s, const vertex *v, bool moves, bool both)
{
    (void)v, (void)moves;
    s->out[0] = narrowed(s->p);
    s->out[1] = both ? narrowed(s->n) : s->out[0];
}

#include "plain.inc"

AVX2_KERNEL(pelt_kernel_plain_q16, pelt_reference_plain_q16, (const plain_run *run), (run),
            plain(run))

#endif
