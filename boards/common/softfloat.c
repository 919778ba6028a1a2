/* SPDX-License-Identifier: MIT */
/* float and double without an FPU, for machines whose toolchain has no library for their core, so
 * that tests of float models run there, too: IEEE 754 on bits, rounded to nearest, ties to even, with
 * one NaN, quiet, and no exceptions. It is correct to the bit, but not fast. */
#include <stdbool.h>
#include <stdint.h>

/* A host has these functions already and gets these under other names, for comparison. */
#ifndef SOFTFLOAT_NAME
#define SOFTFLOAT_NAME(name) name
#endif
/* Arguments and results are bits: where the compiler calls such functions, float (sf) and double (df)
 * are passed like integers of their size. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* nobody else calls them */

/// Numbers ///////////////////////////////////////////////////////////////////////////////////////

#define TOP 62 /* a normalised mantissa's highest bit; guard bits are below */
#define ONE UINT64_C(1)
#define SIGN (ONE << 63)
#define ENDLESS 65536  /* the exponent of infinities, whose mantissa is 0, and of NaNs */
#define NOTHING -65536 /* the exponent of zeros */

/* How numbers are stored: bits of the fraction, and the exponent of 1. */
#define FLOAT 23, 127
#define DOUBLE 52, 1023

/* mantissa / 2^TOP * 2^exponent; mantissa in [2^TOP, 2^(TOP + 1)), or 0. */
typedef struct number {
    uint64_t mantissa;
    int32_t exponent;
    bool negative;
} number;

/* The lowest bit of the result is set if anything was lost. */
static uint64_t shift_right(uint64_t value, int32_t bits)
{
    if (bits >= 64)
        return value != 0u;
    return bits <= 0 ? value : value >> bits | (value << (64 - bits) != 0u);
}

static inline number unpack(uint64_t mantissa, int32_t stored, int32_t bias, bool negative)
{
    number n = {mantissa, stored - bias, negative};
    if (stored == 2 * bias + 1) {
        n.exponent = ENDLESS;
    } else if (stored != 0) {
        n.mantissa |= ONE << TOP;
    } else if (mantissa == 0u) {
        n.exponent = NOTHING;
    } else { /* subnormal */
        n.exponent++;
        for (; n.mantissa < ONE << TOP; n.exponent--)
            n.mantissa <<= 1;
    }
    return n;
}

/* A float's mantissa is in the upper half, where all its shifts are short. */
static inline number unpack_sf(uint32_t a)
{
    return unpack((uint64_t)(a << 9 >> 2) << 32, (int32_t)(a >> 23 & 255u), 127, a >> 31 != 0u);
}

static inline number unpack_df(uint64_t a)
{
    return unpack(a << 12 >> 2, (int32_t)(a >> 52) & 2047, 1023, a >> 63 != 0u);
}

/* The mantissa may have any scale below 2^64; its lowest bit is set if anything was lost. */
static inline uint64_t pack(number n, int32_t fraction, int32_t bias)
{
    const uint64_t infinite = (uint64_t)(2 * bias + 1) << fraction,
                   half = ONE << (TOP - 1 - fraction);
    const uint64_t sign = n.negative ? infinite + (ONE << fraction) : 0u;
    int32_t exponent = n.exponent + bias;
    if (n.exponent == ENDLESS)
        return n.mantissa != 0u ? infinite | ONE << (fraction - 1) : sign | infinite;
    if (n.mantissa == 0u)
        return sign;
    if (n.mantissa >= SIGN) {
        n.mantissa = shift_right(n.mantissa, 1);
        exponent++;
    }
    for (; n.mantissa < ONE << TOP; exponent--)
        n.mantissa <<= 1;
    if (exponent > 2 * bias)
        return sign | infinite;
    if (exponent <= 0) { /* subnormal */
        n.mantissa = shift_right(n.mantissa, 1 - exponent);
        exponent = 0;
    }
    const uint64_t tail = n.mantissa & (2u * half - 1u);
    n.mantissa >>= TOP - fraction;
    n.mantissa += tail > half || (tail == half && (n.mantissa & 1u) != 0u);
    /* The highest bit is not stored. A carry from rounding goes into the exponent. */
    if (exponent != 0)
        n.mantissa -= ONE << fraction;
    return sign | (n.mantissa + ((uint64_t)exponent << fraction));
}

/// Arithmetic ////////////////////////////////////////////////////////////////////////////////////

static bool is_nan(const number *n)
{
    return n->exponent == ENDLESS && n->mantissa != 0u;
}

static number endless(bool is_nan, bool negative)
{
    return (number){is_nan, ENDLESS, negative};
}

static number add(number a, number b)
{
    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.mantissa < b.mantissa)) {
        const number swap = a;
        a = b;
        b = swap;
    }
    if (a.exponent == ENDLESS)
        return endless(a.mantissa != 0u || (b.exponent == ENDLESS && a.negative != b.negative),
                       a.negative);
    b.mantissa = shift_right(b.mantissa, a.exponent - b.exponent);
    a.mantissa = a.negative == b.negative ? a.mantissa + b.mantissa : a.mantissa - b.mantissa;
    if (a.mantissa == 0u) /* minus zero only if both are */
        a.negative = a.negative && b.negative;
    return a;
}

static number sub(number a, number b)
{
    b.negative = !b.negative;
    return add(a, b);
}

/* The product / 2^64, with the lowest bit set if anything was lost. */
static uint64_t product(uint64_t a, uint64_t b)
{
    const uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    if (al == 0u && bl == 0u) /* as of floats */
        return ah * bh;
    const uint64_t low = al * bl;
    const uint64_t middle = ah * bl + (low >> 32); /* < 2^64: (2^32 - 1)^2 + 2^32 - 1 */
    const uint64_t other = al * bh + (uint32_t)middle;
    return (ah * bh + (middle >> 32) + (other >> 32)) |
           (uint64_t)(((uint32_t)other | (uint32_t)low) != 0u);
}

static number mul(number a, number b)
{
    const bool negative = a.negative != b.negative;
    if (a.exponent == ENDLESS || b.exponent == ENDLESS)
        return endless(is_nan(&a) || is_nan(&b) || a.exponent == NOTHING || b.exponent == NOTHING,
                       negative);
    return (number){product(a.mantissa, b.mantissa), a.exponent + b.exponent + 2, negative};
}

static number div(number a, number b)
{
    const bool negative = a.negative != b.negative;
    number quotient = {0, a.exponent - b.exponent, negative};
    if (a.exponent == ENDLESS || b.exponent == NOTHING || is_nan(&b))
        return endless(is_nan(&a) || is_nan(&b) || a.exponent == b.exponent, negative);
    if (b.exponent == ENDLESS)
        return (number){0, NOTHING, negative};
    for (int i = 0; i <= TOP; i++) {
        quotient.mantissa <<= 1;
        if (a.mantissa >= b.mantissa) {
            a.mantissa -= b.mantissa;
            quotient.mantissa |= 1u;
        }
        a.mantissa <<= 1;
    }
    quotient.mantissa |= a.mantissa != 0u;
    return quotient;
}

#define OPERATION(name)                                                                            \
    uint32_t SOFTFLOAT_NAME(__##name##sf3)(uint32_t a, uint32_t b)                                 \
    {                                                                                              \
        return (uint32_t)pack(name(unpack_sf(a), unpack_sf(b)), FLOAT);                            \
    }                                                                                              \
    uint64_t SOFTFLOAT_NAME(__##name##df3)(uint64_t a, uint64_t b)                                 \
    {                                                                                              \
        return pack(name(unpack_df(a), unpack_df(b)), DOUBLE);                                     \
    }
OPERATION(add)
OPERATION(sub)
OPERATION(mul)
OPERATION(div)

/// Comparisons and conversions ///////////////////////////////////////////////////////////////////

/* Returns -1, 0 or 1; `unordered` if one is a NaN. Bits are at the upper end of the words. */
static int compare(uint64_t a, uint64_t b, uint64_t infinite, int unordered)
{
    if (a << 1 > infinite << 1 || b << 1 > infinite << 1)
        return unordered;
    if (a == b || (a | b) << 1 == 0u)
        return 0;
    if (((a ^ b) & SIGN) != 0u)
        return (a & SIGN) != 0u ? -1 : 1;
    return (a < b) == ((a & SIGN) == 0u) ? -1 : 1;
}

#define COMPARISON(name, unordered, result)                                                        \
    int SOFTFLOAT_NAME(__##name##sf2)(uint32_t a, uint32_t b)                                      \
    {                                                                                              \
        const uint64_t x = (uint64_t)a << 32, y = (uint64_t)b << 32;                               \
        const int order = compare(x, y, UINT64_C(0x7F8) << 52, unordered);                         \
        return result;                                                                             \
    }                                                                                              \
    int SOFTFLOAT_NAME(__##name##df2)(uint64_t a, uint64_t b)                                      \
    {                                                                                              \
        const int order = compare(a, b, UINT64_C(0x7FF) << 52, unordered);                         \
        return result;                                                                             \
    }
/* The compiler compares the result with 0, which must not hold for a NaN. */
COMPARISON(eq, 1, order)
COMPARISON(ne, 1, order)
COMPARISON(lt, 1, order)
COMPARISON(le, 1, order)
COMPARISON(gt, -1, order)
COMPARISON(ge, -1, order)
COMPARISON(unord, 2, order == 2)

static number from_integer(uint64_t value, bool negative)
{
    return (number){negative ? 0u - value : value, TOP, negative};
}

#define FROM_INTEGER(name, integer, negative)                                                      \
    uint32_t SOFTFLOAT_NAME(__float##name##sf)(integer value)                                      \
    {                                                                                              \
        return (uint32_t)pack(from_integer((uint64_t)value, negative), FLOAT);                     \
    }                                                                                              \
    uint64_t SOFTFLOAT_NAME(__float##name##df)(integer value)                                      \
    {                                                                                              \
        return pack(from_integer((uint64_t)value, negative), DOUBLE);                              \
    }
FROM_INTEGER(unsi, uint32_t, false)
FROM_INTEGER(si, int32_t, value < 0)
FROM_INTEGER(undi, uint64_t, false)
FROM_INTEGER(di, int64_t, value < 0)

/* Rounds towards zero; INT32_MAX and INT32_MIN for larger numbers and NaN. */
static int32_t to_integer(number n)
{
    if (n.exponent >= 31)
        return n.negative ? INT32_MIN : INT32_MAX;
    const int32_t magnitude = n.exponent < 0 ? 0 : (int32_t)(n.mantissa >> (TOP - n.exponent));
    return n.negative ? -magnitude : magnitude;
}

int32_t SOFTFLOAT_NAME(__fixsfsi)(uint32_t a)
{
    return to_integer(unpack_sf(a));
}

int32_t SOFTFLOAT_NAME(__fixdfsi)(uint64_t a)
{
    return to_integer(unpack_df(a));
}

uint64_t SOFTFLOAT_NAME(__extendsfdf2)(uint32_t a)
{
    return pack(unpack_sf(a), DOUBLE);
}

uint32_t SOFTFLOAT_NAME(__truncdfsf2)(uint64_t a)
{
    return (uint32_t)pack(unpack_df(a), FLOAT);
}
