/* SPDX-License-Identifier: MIT */
/* The compiler's helper routines for a 68000, which has no instruction for 32-bit products and 32-bit
 * division. Programs for board m68k link them in place of Debian's libgcc, which is compiled for the
 * 68020. boards/common/runtime.c and shifts.c have the routines that other boards need, too. */
#include <stdint.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* only the compiler calls them */

/// Multiplication ///////////////////////////////////////////////////////////////////////////////

/* Multiplies with MULU. It is in assembly because the compiler turns a product in C into a call of
 * __mulsi3(). */
static inline uint32_t mul16(uint16_t a, uint16_t b)
{
    uint32_t product = a;
    __asm__("mulu.w %1, %0" : "+d"(product) : "d"(b) : "cc");
    return product;
}

uint32_t __mulsi3(uint32_t a, uint32_t b)
{
    const uint16_t ah = (uint16_t)(a >> 16), al = (uint16_t)a;
    const uint16_t bh = (uint16_t)(b >> 16), bl = (uint16_t)b;
    return mul16(al, bl) + ((mul16(ah, bl) + mul16(al, bh)) << 16);
}

static uint64_t mul32(uint32_t a, uint32_t b)
{
    const uint16_t ah = (uint16_t)(a >> 16), al = (uint16_t)a;
    const uint16_t bh = (uint16_t)(b >> 16), bl = (uint16_t)b;
    const uint32_t low = mul16(al, bl);
    const uint32_t across = mul16(ah, bl) + (low >> 16); /* below 2^32, as (2^16 - 1) 2^16 is */
    const uint32_t middle = mul16(al, bh) + (uint16_t)across;
    const uint32_t high = mul16(ah, bh) + (across >> 16) + (middle >> 16);
    return (uint64_t)high << 32 | (middle << 16 | (uint16_t)low);
}

uint64_t __muldi3(uint64_t a, uint64_t b)
{
    const uint32_t al = (uint32_t)a, bl = (uint32_t)b;
    const uint32_t ah = (uint32_t)(a >> 32), bh = (uint32_t)(b >> 32);
    return mul32(al, bl) + ((uint64_t)(__mulsi3(ah, bl) + __mulsi3(al, bh)) << 32);
}

/// Division /////////////////////////////////////////////////////////////////////////////////////

/* Divides with DIVU: the result's upper half is the remainder, its lower half the quotient, which
 * must fit 16 bits. */
static inline uint32_t div16(uint32_t dividend, uint16_t divisor)
{
    __asm__("divu.w %1, %0" : "+d"(dividend) : "d"(divisor) : "cc");
    return dividend;
}

static uint32_t divide(uint32_t dividend, uint32_t divisor, uint32_t *rest)
{
    uint32_t r = dividend >> 16;
    if (divisor <= 0xffffu) { /* a divisor of 0 traps in DIVU */
        const uint32_t high = div16(r, (uint16_t)divisor);
        const uint32_t low = div16((high & 0xffff0000u) | (dividend & 0xffffu), (uint16_t)divisor);

        *rest = low >> 16;
        return high << 16 | (low & 0xffffu);
    }
    /* Long division: the quotient has 16 bits, which are shifted into `dividend` from below. */
    dividend <<= 16;
    for (unsigned i = 0; i < 16u; i++) {
        const uint32_t carry = r >> 31;
        r = r << 1 | dividend >> 31;
        dividend <<= 1;
        if (carry != 0u || r >= divisor) {
            r -= divisor;
            dividend |= 1u;
        }
    }
    *rest = r;
    return dividend;
}

uint32_t __udivsi3(uint32_t dividend, uint32_t divisor)
{
    uint32_t rest;
    return divide(dividend, divisor, &rest);
}

uint32_t __umodsi3(uint32_t dividend, uint32_t divisor)
{
    uint32_t rest;
    (void)divide(dividend, divisor, &rest);
    return rest;
}

static uint32_t magnitude(int32_t a)
{
    return a < 0 ? 0u - (uint32_t)a : (uint32_t)a;
}

int32_t __divsi3(int32_t dividend, int32_t divisor)
{
    const uint32_t quotient = __udivsi3(magnitude(dividend), magnitude(divisor));
    return (int32_t)((dividend ^ divisor) < 0 ? 0u - quotient : quotient);
}

int32_t __modsi3(int32_t dividend, int32_t divisor)
{
    const uint32_t rest = __umodsi3(magnitude(dividend), magnitude(divisor));
    return (int32_t)(dividend < 0 ? 0u - rest : rest);
}
