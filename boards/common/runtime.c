/* SPDX-License-Identifier: MIT */
/* Helper routines of the compiler, for machines whose toolchain has no library for their core. Of
 * these, pelt itself needs only __clzsi2, and no division; the rest is for the images around it. */
#include <stdint.h>

/* A host has these functions already and gets these under other names, for comparison. */
#ifndef RUNTIME_NAME
#define RUNTIME_NAME(name) name
#endif
#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* only the compiler calls them */

/* Counts leading zero bits, for value > 0. */
int RUNTIME_NAME(__clzsi2)(uint32_t value)
{
    int count = 0;
    for (int bits = 16; bits > 0; bits >>= 1) {
        if (value >> (32 - bits) == 0u) {
            value <<= bits;
            count += bits;
        }
    }
    return count;
}

/* Divides bit by bit, for divisor > 0. */
static uint64_t divide(uint64_t *remainder, uint64_t dividend, uint64_t divisor)
{
    uint64_t quotient = 0;
    uint64_t rest = 0;
    for (int i = 63; i >= 0; i--) {
        const uint64_t carry = rest >> 63;
        rest = rest << 1 | (dividend >> 63);
        dividend <<= 1;
        quotient <<= 1;
        if (carry != 0u || rest >= divisor) {
            rest -= divisor;
            quotient |= 1u;
        }
    }
    *remainder = rest;
    return quotient;
}

uint64_t RUNTIME_NAME(__udivdi3)(uint64_t dividend, uint64_t divisor)
{
    uint64_t remainder;
    return divide(&remainder, dividend, divisor);
}

uint64_t RUNTIME_NAME(__umoddi3)(uint64_t dividend, uint64_t divisor)
{
    uint64_t remainder;
    (void)divide(&remainder, dividend, divisor);
    return remainder;
}

static uint64_t magnitude(int64_t value)
{
    return value < 0 ? 0u - (uint64_t)value : (uint64_t)value;
}

int64_t RUNTIME_NAME(__divdi3)(int64_t dividend, int64_t divisor)
{
    const uint64_t quotient = RUNTIME_NAME(__udivdi3)(magnitude(dividend), magnitude(divisor));
    return (int64_t)((dividend < 0) != (divisor < 0) ? 0u - quotient : quotient);
}

int64_t RUNTIME_NAME(__moddi3)(int64_t dividend, int64_t divisor)
{
    const uint64_t remainder = RUNTIME_NAME(__umoddi3)(magnitude(dividend), magnitude(divisor));
    return (int64_t)(dividend < 0 ? 0u - remainder : remainder);
}

#ifdef __mips_hard_float /* other floats of these machines are softfloat.c's */
/* Both parts are exact, and the sum is rounded once. */
double __floatdidf(int64_t value)
{
    const double high = (double)(int32_t)(value >> 32);
    return high * 4294967296.0 + (double)(uint32_t)value;
}
#endif
