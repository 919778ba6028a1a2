/* SPDX-License-Identifier: MIT */
/* With AVX2: products of 32 bits and reciprocal roots of fixed.h in lanes, the same bits. */
#ifndef PELT_VECTOR_PRODUCTS_H
#define PELT_VECTOR_PRODUCTS_H

#include "vector.h"

/* Even words of a, odd ones of b. */
#define EVEN_ODD(a, b) __builtin_shufflevector((vi)(a), (vi)(b), 0, 9, 2, 11, 4, 13, 6, 15)

/* floor(a * b / 2^32): products of even lanes, then of odd ones, whose high words are in place. */
VECTOR_INLINE vi mulh(vi a, vi b)
{
    return EVEN_ODD(MULTIPLY_LONG(a, b) >> 32, MULTIPLY_LONG((vul)a >> 32, (vul)b >> 32));
}

/* Sum of floor(a[k] * b[k] / 2^32), modulo 2^32: only the high words of products are summed up, as
 * lanes of 32 bits carry nothing. */
VECTOR_INLINE vi sum_of_products(const vf *a, const vf *b, unsigned count)
{
    vu even = {0}, odd = {0};
    UNROLL
    for (unsigned k = 0; k < count; k++) {
        even += (vu)MULTIPLY_LONG(a[k], b[k]);
        odd += (vu)MULTIPLY_LONG((vul)a[k] >> 32, (vul)b[k] >> 32);
    }
    return EVEN_ODD((vul)even >> 32, odd);
}

/* floor(log2(a)) for 1 <= a < 2^31: the exponent of a float. Without the bits below leading ones,
 * rounding cannot carry into the next power. */
VECTOR_INLINE vi exponent(vi a)
{
    const vi bits = (vi) __builtin_convertvector(a & ~(a >> 1), vf);
    return (bits >> 23) - 127;
}

/* pelt_rsqrt_table[(m >> 25) - 32] by its definition (src/base/rsqrt.c), which takes no more than
 * looking them up: 2^15 / sqrt of the interval's middle, here in 64ths. Tests compare all 96. */
VECTOR_INLINE vi table_at(vu m)
{
    const vf middle = __builtin_convertvector((vi)(m >> 24 | 1), vf);
    return __builtin_convertvector(262144.0f / __builtin_ia32_sqrtps256(middle) + 0.5f, vi);
}

/* As fx_rsqrt15. */
VECTOR_INLINE vi rsqrt15(vu m)
{
    const vu y = (vu)table_at(m), square = (vu)MADD(y, y) >> 15; /* y: 15 bits */
    const vu product = (m >> 16) * square >> 14;
    return (vi)(y * (98300u - product) >> 16);
}

/* As fx_rsqrt30, whose y is one of 15 bits, shifted up, and whose error is below 2^16: most of the
 * long products fit a word. */
VECTOR_INLINE vi rsqrt30(vu m)
{
    const vi y = rsqrt15(m), square = MADD(y, y) & ~3;
    const vi error = minus(all(1 << 27), mulh(square, (vi)(m >> 1)));
    return plus(y << 15, (vi)((vu)y * (vu)error) >> 13);
}

#endif
