/* SPDX-License-Identifier: MIT */
/* src/base/fixed.h compiled both ways, whatever the library itself is built with. */
#ifndef PELT_TEST_FIXED_VARIANTS_H
#define PELT_TEST_FIXED_VARIANTS_H

#include <stdint.h>

#define DECLARE_VARIANT(prefix)                                                                    \
    int32_t prefix##_mulh(int32_t a, int32_t b);                                                   \
    int32_t prefix##_mulw(int32_t a, int16_t b);                                                   \
    uint32_t prefix##_rsqrt15(uint32_t m);                                                         \
    int32_t prefix##_rsqrt30(uint32_t m)

DECLARE_VARIANT(long_multiply);
DECLARE_VARIANT(half_multiply);

#define DEFINE_VARIANT(prefix)                                                                     \
    int32_t prefix##_mulh(int32_t a, int32_t b)                                                    \
    {                                                                                              \
        return fx_mulh(a, b);                                                                      \
    }                                                                                              \
    int32_t prefix##_mulw(int32_t a, int16_t b)                                                    \
    {                                                                                              \
        return fx_mulw(a, b);                                                                      \
    }                                                                                              \
    uint32_t prefix##_rsqrt15(uint32_t m)                                                          \
    {                                                                                              \
        return fx_rsqrt15(m);                                                                      \
    }                                                                                              \
    int32_t prefix##_rsqrt30(uint32_t m)                                                           \
    {                                                                                              \
        return fx_rsqrt30(m);                                                                      \
    }

#endif
