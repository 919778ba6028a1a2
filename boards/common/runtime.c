/* SPDX-License-Identifier: MIT */
/*
 * What the compiler calls, for machines whose toolchain comes without a library for their core.
 * pelt itself needs __clzsi2 of it, and no division; the rest is for images around it.
 */
#include <stdint.h>

int __clzsi2(uint32_t value);
uint64_t __udivdi3(uint64_t dividend, uint64_t divisor);
uint64_t __umoddi3(uint64_t dividend, uint64_t divisor);
int64_t __divdi3(int64_t dividend, int64_t divisor);
int64_t __moddi3(int64_t dividend, int64_t divisor);

/* Leading zero bits of value > 0. */
int __clzsi2(uint32_t value)
{
    int count = 0;
    int bits;

    for (bits = 16; bits > 0; bits >>= 1) {
        if (value >> (32 - bits) == 0u) {
            value <<= bits;
            count += bits;
        }
    }
    return count;
}

/* Bit by bit; divisor > 0. */
static uint64_t divide(uint64_t *remainder, uint64_t dividend, uint64_t divisor)
{
    uint64_t quotient = 0;
    uint64_t rest = 0;
    int i;

    for (i = 63; i >= 0; i--) {
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

uint64_t __udivdi3(uint64_t dividend, uint64_t divisor)
{
    uint64_t remainder;

    return divide(&remainder, dividend, divisor);
}

uint64_t __umoddi3(uint64_t dividend, uint64_t divisor)
{
    uint64_t remainder;

    (void)divide(&remainder, dividend, divisor);
    return remainder;
}

static uint64_t magnitude(int64_t value)
{
    return value < 0 ? 0u - (uint64_t)value : (uint64_t)value;
}

int64_t __divdi3(int64_t dividend, int64_t divisor)
{
    const uint64_t quotient = __udivdi3(magnitude(dividend), magnitude(divisor));

    return (int64_t)((dividend < 0) != (divisor < 0) ? 0u - quotient : quotient);
}

int64_t __moddi3(int64_t dividend, int64_t divisor)
{
    const uint64_t remainder = __umoddi3(magnitude(dividend), magnitude(divisor));

    return (int64_t)(dividend < 0 ? 0u - remainder : remainder);
}
