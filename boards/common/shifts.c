/* SPDX-License-Identifier: MIT */
/* The compiler's helper routines for 64-bit shifts, as in runtime.c. */
#include <stdint.h>

#ifndef RUNTIME_NAME
#define RUNTIME_NAME(name) name
#endif
#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* only the compiler calls them */

/* In all shifts 0 <= bits < 64. */
uint64_t RUNTIME_NAME(__ashldi3)(uint64_t a, int bits)
{
    uint32_t high = (uint32_t)(a >> 32), low = (uint32_t)a;
    if (bits >= 32) {
        high = low << (bits - 32);
        low = 0;
    } else if (bits > 0) {
        high = high << bits | low >> (32 - bits);
        low <<= bits;
    }
    return (uint64_t)high << 32 | low;
}

uint64_t RUNTIME_NAME(__lshrdi3)(uint64_t a, int bits)
{
    uint32_t high = (uint32_t)(a >> 32), low = (uint32_t)a;
    if (bits >= 32) {
        low = high >> (bits - 32);
        high = 0;
    } else if (bits > 0) {
        low = low >> bits | high << (32 - bits);
        high >>= bits;
    }
    return (uint64_t)high << 32 | low;
}

int64_t RUNTIME_NAME(__ashrdi3)(int64_t a, int bits)
{
    return a < 0 ? (int64_t)~RUNTIME_NAME(__lshrdi3)(~(uint64_t)a, bits)
                 : (int64_t)RUNTIME_NAME(__lshrdi3)((uint64_t)a, bits);
}
