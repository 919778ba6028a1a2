/* SPDX-License-Identifier: MIT */
/* The one conversion that the compiler calls and boards/common/runtime.c has not. */
#include <stdint.h>

double __floatdidf(int64_t value);

/* Both parts are exact, the sum is rounded once. */
double __floatdidf(int64_t value)
{
    const double high = (double)(int32_t)(value >> 32);

    return high * 4294967296.0 + (double)(uint32_t)value;
}
