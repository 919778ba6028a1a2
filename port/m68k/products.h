/* SPDX-License-Identifier: MIT */
/* The products of src/base/fixed.h from MULS and MULU, 16 x 16 -> 32 bits, with the same results
 * for all inputs. Compilers use these instructions only if both operands are known to have 16 bits;
 * otherwise they call __mulsi3. */
#ifndef PELT_M68K_PRODUCTS_H
#define PELT_M68K_PRODUCTS_H

#include <stdint.h>

static inline int32_t m68k_muls(int16_t a, int16_t b)
{
    int32_t product = a;
    __asm__("muls.w %1, %0" : "+d"(product) : "d"(b) : "cc");
    return product;
}

static inline uint32_t m68k_mulu(uint16_t a, uint16_t b)
{
    uint32_t product = a;
    __asm__("mulu.w %1, %0" : "+d"(product) : "d"(b) : "cc");
    return product;
}

/* A signed times an unsigned number: from 2^15 on, u as a signed number is too small by 2^16. */
static inline int32_t m68k_mulsu(int16_t a, uint16_t u)
{
    const int32_t product = m68k_muls(a, (int16_t)u);
    return (int16_t)u < 0 ? product + a * 65536 : product;
}

/* a * b modulo 2^32. */
static inline int32_t fx_mul(int32_t a, int32_t b)
{
    const uint16_t al = (uint16_t)a, bl = (uint16_t)b;
    const uint32_t across =
        m68k_mulu((uint16_t)((uint32_t)a >> 16), bl) + m68k_mulu(al, (uint16_t)((uint32_t)b >> 16));
    return (int32_t)(m68k_mulu(al, bl) + (across << 16));
}

/* floor(a b / 2^16): |ah b| <= 2^30, and the other term is within [-2^15, 2^15). */
static inline int32_t fx_mulw(int32_t a, int16_t b)
{
    return m68k_muls((int16_t)(a >> 16), b) + (m68k_mulsu(b, (uint16_t)a) >> 16);
}

/* floor(a b / 2^32): each sum in the middle is within 2^15 (2^16 - 1) of 0, below 2^31. */
static inline int32_t fx_mulh(int32_t a, int32_t b)
{
    const int16_t ah = (int16_t)(a >> 16), bh = (int16_t)(b >> 16);
    const uint16_t al = (uint16_t)a, bl = (uint16_t)b;
    const int32_t one = m68k_mulsu(ah, bl) + (int32_t)(m68k_mulu(al, bl) >> 16);
    const int32_t other = m68k_mulsu(bh, al) + (uint16_t)one;
    return m68k_muls(ah, bh) + (one >> 16) + (other >> 16);
}

#endif
