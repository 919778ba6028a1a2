/* SPDX-License-Identifier: MIT */
/* float and double without an FPU, for machines whose toolchain has no library for their core, so
 * that tests of float models run there, too. It is correct to the bit, but not fast. */
#include <stdbool.h>
#include <stdint.h>

/// The names that the compiler calls /////////////////////////////////////////////////////////////

/* A host has these functions already and gets these under other names, for comparison. */
#ifndef SOFTFLOAT_NAME
#define SOFTFLOAT_NAME(name) name
#endif

#define float_add SOFTFLOAT_NAME(__addsf3)
#define float_sub SOFTFLOAT_NAME(__subsf3)
#define float_mul SOFTFLOAT_NAME(__mulsf3)
#define float_div SOFTFLOAT_NAME(__divsf3)
#define float_eq SOFTFLOAT_NAME(__eqsf2)
#define float_ne SOFTFLOAT_NAME(__nesf2)
#define float_lt SOFTFLOAT_NAME(__ltsf2)
#define float_le SOFTFLOAT_NAME(__lesf2)
#define float_gt SOFTFLOAT_NAME(__gtsf2)
#define float_ge SOFTFLOAT_NAME(__gesf2)
#define float_unordered SOFTFLOAT_NAME(__unordsf2)
#define float_from_u32 SOFTFLOAT_NAME(__floatunsisf)
#define float_from_i32 SOFTFLOAT_NAME(__floatsisf)
#define float_from_u64 SOFTFLOAT_NAME(__floatundisf)
#define float_from_i64 SOFTFLOAT_NAME(__floatdisf)
#define float_to_i32 SOFTFLOAT_NAME(__fixsfsi)

#define double_add SOFTFLOAT_NAME(__adddf3)
#define double_sub SOFTFLOAT_NAME(__subdf3)
#define double_mul SOFTFLOAT_NAME(__muldf3)
#define double_div SOFTFLOAT_NAME(__divdf3)
#define double_eq SOFTFLOAT_NAME(__eqdf2)
#define double_ne SOFTFLOAT_NAME(__nedf2)
#define double_lt SOFTFLOAT_NAME(__ltdf2)
#define double_le SOFTFLOAT_NAME(__ledf2)
#define double_gt SOFTFLOAT_NAME(__gtdf2)
#define double_ge SOFTFLOAT_NAME(__gedf2)
#define double_unordered SOFTFLOAT_NAME(__unorddf2)
#define double_from_u32 SOFTFLOAT_NAME(__floatunsidf)
#define double_from_i32 SOFTFLOAT_NAME(__floatsidf)
#define double_from_u64 SOFTFLOAT_NAME(__floatundidf)
#define double_from_i64 SOFTFLOAT_NAME(__floatdidf)
#define double_to_i32 SOFTFLOAT_NAME(__fixdfsi)

#define double_from_float SOFTFLOAT_NAME(__extendsfdf2)
#define float_from_double SOFTFLOAT_NAME(__truncdfsf2)

uint64_t double_from_float(uint32_t a);
uint32_t float_from_double(uint64_t a);

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

#define WORD uint32_t
#define BITS 32
#define FRACTION 23
#define NAME(name) float_##name
#include "softfloat.inc"
#undef WORD
#undef BITS
#undef FRACTION
#undef NAME

#define WORD uint64_t
#define BITS 64
#define FRACTION 52
#define NAME(name) double_##name
#include "softfloat.inc"
#undef WORD
#undef BITS
#undef FRACTION
#undef NAME

#define BIAS_DIFFERENCE (1023 - 127)
#define TOP_DIFFERENCE 32

uint64_t double_from_float(uint32_t a)
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

uint32_t float_from_double(uint64_t a)
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
