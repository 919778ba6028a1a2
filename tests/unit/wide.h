/* SPDX-License-Identifier: MIT */
/* 128-bit two's complement sums of 32x32-bit products, by the schoolbook in 16-bit digits: the
 * reference for everything that the library multiplies. Shares no code with it. */
#pragma once

#include <stdint.h>

typedef struct wide {
    uint32_t word[4]; /* least significant first */
} wide;

static inline wide wide_zero(void)
{
    const wide zero = {{0, 0, 0, 0}};
    return zero;
}

static inline wide wide_add(wide a, wide b)
{
    uint32_t carry = 0;
    for (unsigned i = 0; i < 4u; i++) {
        const uint32_t sum = a.word[i] + b.word[i];
        const uint32_t total = sum + carry;
        carry = (uint32_t)(sum < a.word[i]) + (uint32_t)(total < sum);
        a.word[i] = total;
    }
    return a;
}

static inline wide wide_negate(wide a)
{
    const wide one = {{1, 0, 0, 0}};
    for (unsigned i = 0; i < 4u; i++)
        a.word[i] = ~a.word[i];
    return wide_add(a, one);
}

static inline wide wide_product(int32_t a, int32_t b)
{
    const uint32_t x = a < 0 ? 0u - (uint32_t)a : (uint32_t)a;
    const uint32_t y = b < 0 ? 0u - (uint32_t)b : (uint32_t)b;
    wide sum = wide_zero();
    for (unsigned i = 0; i < 2u; i++) {
        for (unsigned k = 0; k < 2u; k++) {
            const uint32_t part = (x >> (16u * i) & 0xFFFFu) * (y >> (16u * k) & 0xFFFFu);
            wide shifted = wide_zero();
            if (i + k == 1u) {
                shifted.word[0] = part << 16;
                shifted.word[1] = part >> 16;
            } else {
                shifted.word[i + k == 2u ? 1 : 0] = part;
            }
            sum = wide_add(sum, shifted);
        }
    }
    return (a < 0) != (b < 0) ? wide_negate(sum) : sum;
}

static inline wide wide_add_product(wide sum, int32_t a, int32_t b)
{
    return wide_add(sum, wide_product(a, b));
}

/* floor(a / 2^bits) modulo 2^32; bits 0 to 95 */
static inline int32_t wide_shift(wide a, unsigned bits)
{
    const unsigned word = bits / 32u, rest = bits % 32u;
    const uint32_t low = a.word[word], high = a.word[word + 1u];
    return (int32_t)(rest == 0u ? low : low >> rest | high << (32u - rest));
}

/* floor((a + 2^(bits - 1)) / 2^bits) modulo 2^32: half up; bits 1 to 32 */
static inline int32_t wide_round(wide a, unsigned bits)
{
    wide half = wide_zero();
    half.word[0] = (uint32_t)1 << (bits - 1u);
    return wide_shift(wide_add(a, half), bits);
}
