/* SPDX-License-Identifier: MIT */
/* The products of src/base/fixed.h that SMMUL and SMMLA are: same results for all inputs. Compilers
 * make SMULL of them, whose low word takes a register that nobody reads, and more instructions where
 * they see that one factor is not negative. */
#ifndef PELT_M4_SMMUL_H
#define PELT_M4_SMMUL_H

#include <stdint.h>

static inline int32_t fx_mulh(int32_t a, int32_t b)
{
    int32_t high;
    __asm__("smmul %0, %1, %2" : "=r"(high) : "r"(a), "r"(b));
    return high;
}

static inline int32_t fx_mulh_add(int32_t sum, int32_t a, int32_t b)
{
    int32_t out;
    __asm__("smmla %0, %1, %2, %3" : "=r"(out) : "r"(a), "r"(b), "r"(sum));
    return out;
}

/* SMLAWB and SSAT: compilers make SMULL and an addition, and two comparisons. */
#define PELT_SMLAW
static inline int32_t fx_mulw_add(int32_t sum, int32_t a, int16_t b)
{
    int32_t out;
    __asm__("smlawb %0, %1, %2, %3" : "=r"(out) : "r"(a), "r"(b), "r"(sum));
    return out;
}

static inline int32_t fx_clamp_30(int32_t a)
{
    int32_t out;
    __asm__("ssat %0, #31, %1" : "=r"(out) : "r"(a));
    return out;
}

#endif
