/* SPDX-License-Identifier: MIT */
/* The compiler's helper routines that its libgcc lacks because an ESP8266 has them in its ROM, except those of
 * boards/common/runtime.c, whose divisions these call. */
#include <stdint.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* only the compiler calls them */

uint64_t __udivdi3(uint64_t dividend, uint64_t divisor);
uint64_t __umoddi3(uint64_t dividend, uint64_t divisor);
int64_t __divdi3(int64_t dividend, int64_t divisor);
int64_t __moddi3(int64_t dividend, int64_t divisor);

/* The core has no instruction for the upper half of a product, so it is made of four products of
 * 16 bits. */
uint64_t __muldi3(uint64_t a, uint64_t b)
{
    const uint32_t al = (uint32_t)a, bl = (uint32_t)b;
    const uint32_t low = (al & 0xffffu) * (bl & 0xffffu);
    const uint32_t across = (al >> 16) * (bl & 0xffffu) + (low >> 16); /* below 2^32 */
    const uint32_t middle = (al & 0xffffu) * (bl >> 16) + (across & 0xffffu);
    const uint32_t high = (al >> 16) * (bl >> 16) + (across >> 16) + (middle >> 16) +
                          (uint32_t)(a >> 32) * bl + al * (uint32_t)(b >> 32);
    return (uint64_t)high << 32 | (middle << 16 | (low & 0xffffu));
}

uint32_t __udivsi3(uint32_t dividend, uint32_t divisor)
{
    return (uint32_t)__udivdi3(dividend, divisor);
}

uint32_t __umodsi3(uint32_t dividend, uint32_t divisor)
{
    return (uint32_t)__umoddi3(dividend, divisor);
}

int32_t __divsi3(int32_t dividend, int32_t divisor)
{
    return (int32_t)__divdi3(dividend, divisor);
}

int32_t __modsi3(int32_t dividend, int32_t divisor)
{
    return (int32_t)__moddi3(dividend, divisor);
}
