/* SPDX-License-Identifier: MIT */
/* Exact integer primitives below all fixed-point code. Each is a pure function of its arguments'
 * bits, so a core with a better instruction (SMMUL, SMULWB, VQDMULH, MULH ...) returns the same.
 *
 * The code assumes of the compiler, and tests/unit checks: two's complement, >> of a negative value
 * shifts in the sign, conversion to int32_t wraps. GCC and clang document all three. */
#ifndef PELT_BASE_FIXED_H
#define PELT_BASE_FIXED_H

#include <stdint.h>

#include "../../port/select.h"

/* Sum, difference and left shift modulo 2^32. Where the caller's range is argued they equal the
 * plain operators. Where only bad data can overflow (a pose edited by hand) they wrap, which is
 * defined. */
static inline int32_t fx_add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static inline int32_t fx_sub(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

static inline int32_t fx_shl(int32_t a, unsigned bits)
{
    return (int32_t)((uint32_t)a << bits);
}

/* a 2^up to nearest, |up| <= 30; what leaves 32 bits wraps. */
static inline int32_t fx_shifted(int32_t a, int32_t up)
{
    if (up >= 0)
        return fx_shl(a, (unsigned)up);
    return (int32_t)(((int64_t)a + ((int64_t)1 << (-up - 1))) >> -up);
}

/* a clamped to [-limit, limit - 1]; for powers of two this is SSAT. */
static inline int32_t fx_clamp(int32_t a, int32_t limit)
{
    return a < -limit ? -limit : a > limit - 1 ? limit - 1 : a;
}

static inline int32_t fx_add_saturated(int32_t a, int32_t b)
{
    const int32_t sum = fx_add(a, b);
    const uint32_t overflow = ((uint32_t)a ^ (uint32_t)sum) & ((uint32_t)b ^ (uint32_t)sum);
    if (overflow >> 31)
        return a < 0 ? INT32_MIN : INT32_MAX;
    return sum;
}

/* Products, the same for all inputs on every port. A port may name its own header: PELT_PRODUCTS
 * names one with fx_mul, fx_mulh and fx_mulw in the core's instructions, PELT_SMMUL one with
 * fx_mulh and fx_mulh_add. With PELT_NO_LONG_MULTIPLY, for cores like the Cortex-M0 whose products
 * have only 32 bits, high words are computed from 16-bit halves. */
#ifdef PELT_PRODUCTS
#include PELT_PRODUCTS
#else

/* a * b modulo 2^32. */
static inline int32_t fx_mul(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}

#ifndef PELT_NO_LONG_MULTIPLY

#ifdef PELT_SMMUL
#include PELT_SMMUL
#else
/* floor(a * b / 2^32) for all a and b. */
static inline int32_t fx_mulh(int32_t a, int32_t b)
{
    return (int32_t)(((int64_t)a * b) >> 32);
}
#endif

/* floor(a * b / 2^16) for all a and b: the high word of the product of a and a shifted b. Compilers
 * shift b once where it is used several times. */
static inline int32_t fx_mulw(int32_t a, int16_t b)
{
    return (int32_t)(((int64_t)a * (b * 65536)) >> 32);
}

#else

static inline int32_t fx_mulh(int32_t a, int32_t b)
{
    /* a = ah 2^16 + al with -2^15 <= al < 2^15, and b likewise. ah is 2^15 only if al < 0, and
     * -2^15 only if al >= 0, so the middle products sum to [-2^31, 2^31 - 2^15], with or without al
     * bl. */
    const int32_t al = (int16_t)a, bl = (int16_t)b;
    const int32_t ah = ((a >> 15) + 1) >> 1, bh = ((b >> 15) + 1) >> 1;
    return ah * bh + ((ah * bl + al * bh + ((al * bl) >> 16)) >> 16);
}

static inline int32_t fx_mulw(int32_t a, int16_t b)
{
    const int32_t ah = a >> 16, al = a & 0xFFFF;
    return ah * b + ((al * b) >> 16);
}

#endif
#endif

/* sum + floor(a * b / 2^32), modulo 2^32. */
#if !defined(PELT_SMMUL) || defined(PELT_NO_LONG_MULTIPLY)
static inline int32_t fx_mulh_add(int32_t sum, int32_t a, int32_t b)
{
    return fx_add(sum, fx_mulh(a, b));
}
#endif

/* sum + floor(a * b / 2^16), modulo 2^32, and a clamped to [-2^30, 2^30 - 1]. */
#if !defined(PELT_SMLAW)
static inline int32_t fx_mulw_add(int32_t sum, int32_t a, int16_t b)
{
    return fx_add(sum, fx_mulw(a, b));
}

static inline int32_t fx_clamp_30(int32_t a)
{
    return fx_clamp(a, (int32_t)1 << 30);
}
#endif

/* floor(a * b / 2^16) for unsigned a. */
static inline uint32_t fx_mulwu(uint32_t a, uint16_t b)
{
#if defined(PELT_NO_LONG_MULTIPLY) || defined(PELT_PRODUCTS)
    return (uint32_t)(uint16_t)(a >> 16) * b + (((uint32_t)(uint16_t)a * b) >> 16);
#else
    return (uint32_t)(((uint64_t)a * ((uint32_t)b << 16)) >> 32);
#endif
}

/* Returns the high word of a * b and stores the low one. */
static inline uint32_t fx_multiply(uint32_t a, uint32_t b, uint32_t *low)
{
    const uint32_t across = fx_mulwu(a, (uint16_t)b); /* a bl / 2^16 */
    const uint32_t ah = a >> 16, al = a & 0xFFFFu, bh = b >> 16;
    const uint32_t middle = al * bh, sum = across + middle;
    *low = (sum << 16) | ((a * (b & 0xFFFFu)) & 0xFFFFu);
    return ah * bh + (sum >> 16) + (sum < across ? 65536u : 0u);
}

/* Sum of floor(row[i] * x / 2^32) over x = a, b, c, modulo 2^32, for all values. A port.h that
 * defines PELT_DOT3 has it in assembly. */
#ifdef PELT_DOT3
int32_t pelt_dot3(const int32_t row[3], int32_t a, int32_t b, int32_t c);
#endif

static inline int32_t fx_dot3(const int32_t row[3], int32_t a, int32_t b, int32_t c)
{
#ifdef PELT_DOT3
    return pelt_dot3(row, a, b, c);
#else
    return fx_mulh_add(fx_mulh_add(fx_mulh(row[0], a), row[1], b), row[2], c);
#endif
}

/* Number of leading zero bits; not of 0. */
static inline unsigned fx_clz_of(uint32_t a)
{
#if defined(__GNUC__) && !defined(__FRAMAC__)
    return (unsigned)__builtin_clz(a);
#else
    unsigned count = 0;
    while ((a & 0x80000000u) == 0u) {
        a <<= 1;
        count++;
    }
    return count;
#endif
}

/* The same; 32 for 0. */
static inline unsigned fx_clz(uint32_t a)
{
    return a == 0u ? 32u : fx_clz_of(a);
}

/* Entry i is 2^15 / sqrt(x) at the middle of the i-th of 96 intervals of [1, 4). */
extern const uint16_t pelt_rsqrt_table[96];

/* 1 / sqrt(m / 2^30) in Q15 for m in [2^30, 2^32), at most 32763, so it fits an int16_t. The
 * table's relative error is at most 2^-7.9; one Newton step y (3 - m y^2) / 2 leaves 1.6e-4. */
static inline uint32_t fx_rsqrt15(uint32_t m)
{
    const uint32_t y = pelt_rsqrt_table[(m >> 25) - 32u]; /* <= 32514 */
    const uint32_t square = (y * y) >> 15;                /* Q15 */
    const uint32_t product = ((m >> 16) * square) >> 14;  /* m y^2, Q15; 16 x 15 bits */
    return (y * (98300u - product)) >>
           16; /* 98300 is 3 in Q15 less 4, so that the result never exceeds 1 */
}

/* The same in Q30 with a relative error below 4e-8, by a second Newton step in 32 bits. */
static inline int32_t fx_rsqrt30(uint32_t m)
{
    const int32_t y15 = (int32_t)fx_rsqrt15(m); /* Q15, at most 32763 */
    const int32_t y = fx_shl(y15, 15);          /* Q30, (2^29, 2^30] */
#ifdef PELT_NO_LONG_MULTIPLY
    const int32_t square = (y15 * y15) & -4; /* the same, from 28 bits */
#else
    const int32_t square = fx_shl(fx_mulh(y, y), 2); /* Q28 -> Q30 */
#endif
    const int32_t product = fx_mulh(square, (int32_t)(m >> 1));    /* Q30 x Q29 -> Q27, about 1 */
    const int32_t error = fx_shl(((int32_t)1 << 27) - product, 4); /* Q31, below 2^-11 */
    /* y error is Q29: y error / 2 in Q30 */
#ifdef PELT_NO_LONG_MULTIPLY
    return fx_add(y, fx_mulw(error, (int16_t)y15) >> 1); /* the same in 32-bit products */
#else
    return fx_mulh_add(y, y, error);
#endif
}

/* Scales a Q30 quaternion with |component| < 2 to unit length. Its squares, Q28, sum to at most 16
 * * 2^28 - 4 in 32 bits. An even shift z brings the sum to [1, 4), and 1 / length = rsqrt * 2^(z /
 * 2 - 1). The zero quaternion becomes the identity. */
static inline void fx_normalise_quaternion(int32_t q[4])
{
    uint32_t squares = 0;
    for (unsigned i = 0; i < 4u; i++)
        squares += (uint32_t)fx_mulh(q[i], q[i]);
    if (squares == 0u) {
        q[0] = q[1] = q[2] = 0;
        q[3] = (int32_t)1 << 30;
        return;
    }
    /* From half the unit length on, zeros are found by comparisons, as not every core has an
     * instruction that counts them. */
    const unsigned zeros = squares < 1u << 26   ? fx_clz(squares) & ~1u
                           : squares < 1u << 28 ? 4u
                           : squares < 1u << 30 ? 2u
                                                : 0u;
    const int32_t scale = fx_rsqrt30(squares << zeros);
    for (unsigned i = 0; i < 4u; i++)
        q[i] = fx_shl(fx_mulh(q[i], scale), 1u + zeros / 2u);
}

#endif
