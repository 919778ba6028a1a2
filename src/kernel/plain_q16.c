/* SPDX-License-Identifier: MIT */
/* Skins plain arrays in Q16.16: each influence transforms the vertex, exactly modulo 2^64 and
 * rounded once, half up; then the weighted sum of the results is rounded likewise. Inputs may be
 * any words. */
#include <stdbool.h>

#include "plain.h"

typedef int32_t num;

#define PLAIN_REFERENCE pelt_reference_plain_q16
#define WEIGHT_ONE 65536

#ifndef PELT_NO_LONG_MULTIPLY

/* A sum in Q32, modulo 2^64. Four influences take 72 products with coordinates and 24 with weights,
 * and 24 sums are rounded on the way. On RISC-V a product takes MUL and MULH, and adding it with
 * the carry four more instructions: 576 before anything is loaded or rounded. The textbook loop,
 * which blends matrices rounded to Q16.16 first, takes 526 in all. On ARM7 a product takes at least
 * 7 cycles: 672, against the textbook's 726. */
typedef uint64_t exact;

static inline exact product(int32_t a, int32_t b)
{
    return (exact)((int64_t)a * b);
}

static inline int32_t rounded(exact sum)
{
    return (int32_t)(uint32_t)((sum + 0x8000u) >> 16);
}

/* The translation is a multiple of the rounding step, so it may be added after rounding. */
static inline int32_t dot(const int32_t row[3], const int32_t v[3])
{
    return rounded(product(row[0], v[0]) + product(row[1], v[1]) + product(row[2], v[2]));
}

static inline void weigh(exact *sum, int32_t value, int32_t weight)
{
    *sum += product(value, weight);
}

#else

/* Products from 16-bit halves, for cores without a longer multiplication. With a = ah 2^16 + al, al
 * in [0, 2^16), the product's bits from 16 on are ah bh 2^16 + ah bl + al bh + al bl / 2^16.
 * Rounding keeps only that modulo 2^32, so 32-bit products suffice. The part of al bl below 2^16 is
 * summed by itself; for eight influences it is below 2^19.
 *
 * Four influences take 72 such products with coordinates, of four multiplications each, and 24 with
 * weights, of two: 336. The textbook loop for these cores takes 132, with vertices of 16 bits. */
typedef struct exact {
    uint32_t high, low; /* high 2^16 + low */
} exact;

static inline void weigh(exact *sum, int32_t a, int32_t b)
{
    const uint32_t al = (uint16_t)a, bl = (uint16_t)b, low = al * bl;
    const uint32_t ah = (uint32_t)(a >> 16), bh = (uint32_t)(b >> 16);
    uint32_t high = ah * bl + (low >> 16);
    if (bh != 0u) /* zero in most weights */
        high += al * bh + (ah * bh << 16);
    sum->high += high;
    sum->low += (uint16_t)low;
}

static inline int32_t rounded(exact sum)
{
    return (int32_t)(sum.high + ((sum.low + 0x8000u) >> 16));
}

static inline int32_t dot(const int32_t row[3], const int32_t v[3])
{
    exact sum = {0, 0};
    weigh(&sum, v[0], row[0]);
    weigh(&sum, v[1], row[1]);
    weigh(&sum, v[2], row[2]);
    return rounded(sum);
}

#endif

/* A vertex's position or direction, and the sum of its transforms. */
typedef struct plain_state {
    exact x, y, z;
} plain_state;

static inline void plain_begin(plain_state *state)
{
#ifdef __cplusplus
    static const exact zero = {};
#else
    static const exact zero; /* with an initialiser gcc would generate other code */
#endif
    state->x = state->y = state->z = zero;
}

/* moves: whether the translation is added. */
static inline void add_row(exact *sum, const int32_t *m, const int32_t v[3], bool moves,
                           int32_t weight)
{
    const uint32_t turned = (uint32_t)dot(m, v);
    weigh(sum, (int32_t)(turned + (moves ? (uint32_t)m[3] : 0u)), weight);
}

PELT_EACH void plain_add(plain_state *p, plain_state *n, const int32_t *m, const int32_t *from_p,
                         const int32_t *from_n, bool moves, int32_t weight)
{
    add_row(&p->x, m, from_p, moves, weight);
    if (from_n != NULL)
        add_row(&n->x, m, from_n, false, weight);
    add_row(&p->y, m + 4, from_p, moves, weight);
    if (from_n != NULL)
        add_row(&n->y, m + 4, from_n, false, weight);
    add_row(&p->z, m + 8, from_p, moves, weight);
    if (from_n != NULL)
        add_row(&n->z, m + 8, from_n, false, weight);
}

static inline void end_one(const plain_state *sum, int32_t v[3])
{
    v[0] = rounded(sum->x);
    v[1] = rounded(sum->y);
    v[2] = rounded(sum->z);
}

static inline void plain_end(const plain_state *sum_p, const plain_state *sum_n, int32_t *p,
                             int32_t *n, bool moves)
{
    (void)moves;
    end_one(sum_p, p);
    if (n != NULL)
        end_one(sum_n, n);
}

#include "plain.inc"

/* clang-format off */

void pelt_reference_plain_q16(const plain_run *run)
{ plain_reference(run); }
void pelt_plain_vertex_q16(const plain_run *run, uint32_t left)
{ plain_vertex(run, left); }
