/* SPDX-License-Identifier: MIT */
/* Long division, one bit at a time. */
#include "divide.h"

uint32_t pelt_divide(uint32_t a, uint32_t b)
{
    uint32_t quotient = 0, bit = 1;
    for (; b <= a >> 1; b <<= 1)
        bit <<= 1;
    for (; bit != 0u; bit >>= 1, b >>= 1)
        if (b <= a) {
            a -= b;
            quotient |= bit;
        }
    return quotient;
}

uint32_t pelt_divide_long(uint32_t high, uint32_t low, uint32_t b, uint32_t *rest)
{
    for (unsigned i = 0; i < 32u; i++) {
        const uint32_t carry = high >> 31;
        high = high << 1 | low >> 31;
        low <<= 1;
        if (carry != 0u || high >= b) {
            high -= b;
            low |= 1u;
        }
    }
    *rest = high;
    return low;
}
