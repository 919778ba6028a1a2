/* SPDX-License-Identifier: MIT */
#include "divide.h"

uint32_t pelt_divide(uint32_t a, uint32_t b)
{
    uint32_t quotient = 0;
    for (unsigned bits = 32; bits > 0u; bits--) {
        const unsigned bit = bits - 1u;
        if (a >> bit >= b) { /* b 2^bit <= a */
            a -= b << bit;
            quotient |= (uint32_t)1 << bit;
        }
    }
    return quotient;
}
