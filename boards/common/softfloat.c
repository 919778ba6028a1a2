/* SPDX-License-Identifier: MIT */
/* float and double without an FPU, for machines whose toolchain has no library for their core, so
 * that tests of float models run there, too: IEEE 754 on bits, rounded to nearest, ties to even, with
 * one NaN, quiet, and no exceptions. It is correct to the bit, but not fast: float is computed in
 * double, which has more than twice its digits, so that rounding a second time changes nothing. */
#include <stdbool.h>
#include <stdint.h>

/* A host has these functions already and gets these under other names, for comparison. */
#ifndef SOFTFLOAT_NAME
#define SOFTFLOAT_NAME(name) name
#endif

/* Arguments and results are bits: where the compiler calls such functions, float (sf) and double (df)
 * are passed like integers of their size. Nobody else calls them, so there is no header. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/// Numbers ///////////////////////////////////////////////////////////////////////////////////////

#define TOP 62 /* a normalised mantissa's highest bit; guard bits are below */
#define FRACTION 52
#define FLOAT_FRACTION 23
#define BIAS 1023
#define FLOAT_BIAS 127
#define ONE UINT64_C(1)
#define SIGN (ONE << 63)
#define INFINITE UINT64_C(0x7FF0000000000000)
#define NOT_A_NUMBER UINT64_C(0x7FF8000000000000)

/* mantissa / 2^TOP * 2^(exponent - BIAS); mantissa in [2^TOP, 2^(TOP + 1)), or 0. */
typedef struct number {
    uint64_t mantissa;
    int32_t exponent;
} number;

static bool is_nan(uint64_t a)
{
    return a << 1 > INFINITE << 1;
}

static bool is_infinite(uint64_t a)
{
    return a << 1 == INFINITE << 1;
}

static bool is_zero(uint64_t a)
{
    return a << 1 == 0u;
}

static uint64_t shift_right(uint64_t value, int32_t bits)
{
    if (bits >= 64)
        return value != 0u;
    return bits <= 0 ? value : value >> bits | ((value & ((ONE << bits) - 1u)) != 0u);
}

/* Unpacks a finite number, of which the `fraction` lowest bits and the exponent above are stored. */
static number unpack(uint64_t a, int32_t fraction, int32_t bias)
{
    number n = {(a & ((ONE << fraction) - 1u)) << (TOP - fraction),
                (int32_t)(a >> fraction) & (2 * bias + 1)};
    if (n.exponent != 0) {
        n.mantissa |= ONE << TOP;
    } else if (n.mantissa != 0u) {
        n.exponent = 1;
        while ((n.mantissa >> TOP) == 0u) {
            n.mantissa <<= 1;
            n.exponent--;
        }
    }
    n.exponent += BIAS - bias;
    return n;
}

/* Packs a mantissa of any scale below 2^64, whose lowest bit is set if anything was lost. */
static uint64_t pack(number n, int32_t fraction, int32_t bias)
{
    const int32_t guard = TOP - fraction;
    uint64_t tail, half = ONE << (guard - 1);
    if (n.mantissa == 0u)
        return 0;
    n.exponent += bias - BIAS;
    if (n.mantissa >> 63 != 0u) {
        n.mantissa = shift_right(n.mantissa, 1);
        n.exponent++;
    }
    while ((n.mantissa >> TOP) == 0u) {
        n.mantissa <<= 1;
        n.exponent--;
    }
    if (n.exponent > 2 * bias)
        return (uint64_t)(2 * bias + 1) << fraction;
    if (n.exponent <= 0) { /* subnormal */
        n.mantissa = shift_right(n.mantissa, 1 - n.exponent);
        n.exponent = 0;
    }
    tail = n.mantissa & (2u * half - 1u);
    n.mantissa >>= guard;
    n.mantissa += tail > half || (tail == half && (n.mantissa & 1u) != 0u);
    /* The highest bit is not stored. A carry from rounding goes into the exponent. */
    if (n.exponent != 0)
        n.mantissa -= ONE << fraction;
    return n.mantissa + ((uint64_t)n.exponent << fraction);
}

uint64_t SOFTFLOAT_NAME(__extendsfdf2)(uint32_t a)
{
    const uint32_t magnitude = a << 1;
    const uint64_t sign = (uint64_t)(a >> 31) << 63;
    if (magnitude >= 0xFF000000u)
        return magnitude > 0xFF000000u ? NOT_A_NUMBER : sign | INFINITE;
    return sign | pack(unpack(a, FLOAT_FRACTION, FLOAT_BIAS), FRACTION, BIAS);
}

uint32_t SOFTFLOAT_NAME(__truncdfsf2)(uint64_t a)
{
    const uint32_t sign = (uint32_t)(a >> 32) & 0x80000000u;
    if (is_nan(a))
        return 0x7FC00000u;
    if (is_infinite(a))
        return sign | 0x7F800000u;
    return sign | (uint32_t)pack(unpack(a, FRACTION, BIAS), FLOAT_FRACTION, FLOAT_BIAS);
}

/// Arithmetic ////////////////////////////////////////////////////////////////////////////////////

#define WIDE(a) SOFTFLOAT_NAME(__extendsfdf2)(a)

/* Defines double's function, whose body follows, and the one of float that calls it. */
#define OPERATION(name)                                                                            \
    uint64_t SOFTFLOAT_NAME(__##name##df3)(uint64_t a, uint64_t b);                                \
    uint32_t SOFTFLOAT_NAME(__##name##sf3)(uint32_t a, uint32_t b)                                 \
    {                                                                                              \
        return SOFTFLOAT_NAME(__truncdfsf2)(SOFTFLOAT_NAME(__##name##df3)(WIDE(a), WIDE(b)));      \
    }                                                                                              \
    uint64_t SOFTFLOAT_NAME(__##name##df3)(uint64_t a, uint64_t b)

OPERATION(add)
{
    number x, y;
    if (is_nan(a) || is_nan(b))
        return NOT_A_NUMBER;
    if (is_infinite(a))
        return is_infinite(b) && a != b ? NOT_A_NUMBER : a;
    if (is_infinite(b) || a << 1 < b << 1) {
        const uint64_t swap = a;
        a = b;
        b = swap;
        if (is_infinite(a))
            return a;
    }
    x = unpack(a, FRACTION, BIAS);
    y = unpack(b, FRACTION, BIAS);
    y.mantissa = shift_right(y.mantissa, x.exponent - y.exponent);
    if (((a ^ b) & SIGN) == 0u) {
        x.mantissa += y.mantissa;
    } else {
        x.mantissa -= y.mantissa;
        if (x.mantissa == 0u) /* minus zero only if both are */
            return 0;
    }
    return (a & SIGN) | pack(x, FRACTION, BIAS);
}

OPERATION(sub)
{
    return SOFTFLOAT_NAME(__adddf3)(a, b ^ SIGN);
}

/* The product / 2^64, with the lowest bit set if anything was lost. */
static uint64_t multiply(uint64_t a, uint64_t b)
{
    const uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    const uint64_t low = al * bl;
    const uint64_t middle = ah * bl + (low >> 32); /* < 2^64: (2^32 - 1)^2 + 2^32 - 1 */
    const uint64_t other = al * bh + (uint32_t)middle;
    return (ah * bh + (middle >> 32) + (other >> 32)) |
           (uint64_t)(((uint32_t)other | (uint32_t)low) != 0u);
}

OPERATION(mul)
{
    const uint64_t sign = (a ^ b) & SIGN;
    number x, y;
    if (is_nan(a) || is_nan(b))
        return NOT_A_NUMBER;
    if (is_infinite(a) || is_infinite(b))
        return is_zero(a) || is_zero(b) ? NOT_A_NUMBER : sign | INFINITE;
    x = unpack(a, FRACTION, BIAS);
    y = unpack(b, FRACTION, BIAS);
    x.mantissa = multiply(x.mantissa, y.mantissa);
    x.exponent += y.exponent - BIAS + 2;
    return sign | pack(x, FRACTION, BIAS);
}

OPERATION(div)
{
    const uint64_t sign = (a ^ b) & SIGN;
    number x, y;
    uint64_t quotient = 0;
    if (is_nan(a) || is_nan(b))
        return NOT_A_NUMBER;
    if (is_infinite(a) || is_zero(b))
        return is_infinite(a) == is_infinite(b) && is_zero(a) == is_zero(b) ? NOT_A_NUMBER
                                                                            : sign | INFINITE;
    if (is_infinite(b))
        return sign;
    x = unpack(a, FRACTION, BIAS);
    y = unpack(b, FRACTION, BIAS);
    for (int i = 0; i <= TOP; i++) {
        quotient <<= 1;
        if (x.mantissa >= y.mantissa) {
            x.mantissa -= y.mantissa;
            quotient |= 1u;
        }
        x.mantissa <<= 1;
    }
    x.exponent += BIAS - y.exponent;
    x.mantissa = quotient | (x.mantissa != 0u);
    return sign | pack(x, FRACTION, BIAS);
}

/// Comparisons ///////////////////////////////////////////////////////////////////////////////////

/* Returns -1, 0 or 1; `unordered` if one is a NaN. */
static int compare(uint64_t a, uint64_t b, int unordered)
{
    if (is_nan(a) || is_nan(b))
        return unordered;
    if (a == b || (is_zero(a) && is_zero(b)))
        return 0;
    if ((a ^ b) & SIGN)
        return (a & SIGN) != 0u ? -1 : 1;
    return (a < b) == ((a & SIGN) == 0u) ? -1 : 1;
}

#define COMPARISON(name, result)                                                                   \
    int SOFTFLOAT_NAME(__##name##df2)(uint64_t a, uint64_t b)                                      \
    {                                                                                              \
        return result;                                                                             \
    }                                                                                              \
    int SOFTFLOAT_NAME(__##name##sf2)(uint32_t a, uint32_t b)                                      \
    {                                                                                              \
        return SOFTFLOAT_NAME(__##name##df2)(WIDE(a), WIDE(b));                                    \
    }
/* The compiler compares the result with 0, which must not hold for a NaN. */
COMPARISON(eq, compare(a, b, 1))
COMPARISON(ne, compare(a, b, 1))
COMPARISON(lt, compare(a, b, 1))
COMPARISON(le, compare(a, b, 1))
COMPARISON(gt, compare(a, b, -1))
COMPARISON(ge, compare(a, b, -1))
COMPARISON(unord, is_nan(a) || is_nan(b))

/// Integers //////////////////////////////////////////////////////////////////////////////////////

/* Rounds once, to the digits of float or double. */
static uint64_t from_integer(uint64_t value, bool negative, int32_t fraction, int32_t bias)
{
    const number n = {negative ? 0u - value : value, BIAS + TOP};
    const uint64_t sign = (uint64_t)negative << (fraction == FRACTION ? 63 : 31);
    return sign | pack(n, fraction, bias);
}

#define FROM_INTEGER(name, integer, negative)                                                      \
    uint64_t SOFTFLOAT_NAME(__float##name##df)(integer value)                                      \
    {                                                                                              \
        return from_integer((uint64_t)value, negative, FRACTION, BIAS);                            \
    }                                                                                              \
    uint32_t SOFTFLOAT_NAME(__float##name##sf)(integer value)                                      \
    {                                                                                              \
        return (uint32_t)from_integer((uint64_t)value, negative, FLOAT_FRACTION, FLOAT_BIAS);      \
    }
FROM_INTEGER(unsi, uint32_t, false)
FROM_INTEGER(si, int32_t, value < 0)
FROM_INTEGER(undi, uint64_t, false)
FROM_INTEGER(di, int64_t, value < 0)

/* Rounds towards zero; INT32_MAX and INT32_MIN for larger numbers and NaN. */
int32_t SOFTFLOAT_NAME(__fixdfsi)(uint64_t a)
{
    const bool negative = (a & SIGN) != 0u;
    number n = unpack(a, FRACTION, BIAS);
    if (n.exponent >= BIAS + 31)
        return negative ? INT32_MIN : INT32_MAX;
    if (n.exponent < BIAS)
        return 0;
    n.mantissa >>= TOP - (n.exponent - BIAS);
    return negative ? -(int32_t)n.mantissa : (int32_t)n.mantissa;
}

int32_t SOFTFLOAT_NAME(__fixsfsi)(uint32_t a)
{
    return SOFTFLOAT_NAME(__fixdfsi)(WIDE(a));
}
