/* SPDX-License-Identifier: MIT */
/* src/base/fixed.h compiled both ways, whatever the library itself is built with. */
#pragma once

#include <stdint.h>

typedef struct fixed_variant {
    int32_t (*mulh)(int32_t a, int32_t b);
    int32_t (*mulw)(int32_t a, int16_t b);
    uint32_t (*rsqrt15)(uint32_t m);
    int32_t (*rsqrt30)(uint32_t m);
} fixed_variant;

extern const fixed_variant long_multiply, half_multiply;
