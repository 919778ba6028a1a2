/* SPDX-License-Identifier: MIT */
/* float and double without an FPU, for machines whose toolchain has no library for their core, so
 * that tests of float models run there, too. It is correct to the bit, but not fast. */
#include <stdbool.h>
#include <stdint.h>

/* A host has these functions already and gets these under other names, for comparison. */
#ifndef SOFTFLOAT_NAME
#define SOFTFLOAT_NAME(name) name
#endif
/* The compiler calls __addsf3() for floats and __adddf3() for doubles, and so on. */
#define CALLED(before, type, after) CALLED_2(before, type, after)
#define CALLED_2(before, type, after) SOFTFLOAT_NAME(before##type##after)
#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* nobody else calls them */

/// Arithmetic ////////////////////////////////////////////////////////////////////////////////////

/* The products / 2^width, with the lowest bit set if anything was lost. */
static uint32_t float_multiply(uint32_t a, uint32_t b)
{
    const uint64_t product = (uint64_t)a * b;
    return (uint32_t)(product >> 32) | (uint32_t)((uint32_t)product != 0u);
}

static uint64_t double_multiply(uint64_t a, uint64_t b)
{
    const uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    const uint64_t low = al * bl;
    const uint64_t middle = ah * bl + (low >> 32); /* < 2^64: (2^32 - 1)^2 + 2^32 - 1 */
    const uint64_t other = al * bh + (uint32_t)middle;
    return (ah * bh + (middle >> 32) + (other >> 32)) |
           (uint64_t)(((uint32_t)other | (uint32_t)low) != 0u);
}

#define TYPE sf
#define WORD uint32_t
#define BITS 32
#define FRACTION 23
#define NAME(name) float_##name
#include "softfloat.inc"
#undef TYPE
#undef WORD
#undef BITS
#undef FRACTION
#undef NAME

#define TYPE df
#define WORD uint64_t
#define BITS 64
#define FRACTION 52
#define NAME(name) double_##name
#include "softfloat.inc"
#undef TYPE
#undef WORD
#undef BITS
#undef FRACTION
#undef NAME

#define BIAS_DIFFERENCE (1023 - 127)
#define TOP_DIFFERENCE 32

uint64_t SOFTFLOAT_NAME(__extendsfdf2)(uint32_t a)
{
    const uint64_t sign = (uint64_t)(a & 0x80000000u) << 32;
    double_number n;
    if (float_is_nan(a))
        return 0x7FF8000000000000u;
    if (float_is_infinite(a))
        return sign | 0x7FF0000000000000u;
    const float_number from = float_unpack(a);
    n.mantissa = (uint64_t)from.mantissa << TOP_DIFFERENCE;
    n.exponent = from.exponent + BIAS_DIFFERENCE;
    return double_pack(sign, n);
}

uint32_t SOFTFLOAT_NAME(__truncdfsf2)(uint64_t a)
{
    const uint32_t sign = (uint32_t)(a >> 32) & 0x80000000u;
    float_number n;
    if (double_is_nan(a))
        return 0x7FC00000u;
    if (double_is_infinite(a))
        return sign | 0x7F800000u;
    const double_number from = double_unpack(a);
    n.mantissa = (uint32_t)double_shift_right(from.mantissa, TOP_DIFFERENCE);
    n.exponent = from.exponent - BIAS_DIFFERENCE;
    return float_pack(sign, n);
}
