/* SPDX-License-Identifier: MIT */
/* The conversion from int64_t to double, which the compiler calls and boards/common/runtime.c does
 * not have. */
#include <stdint.h>

double __floatdidf(int64_t value);

/* Both parts are exact, and the sum is rounded once. */
double __floatdidf(int64_t value)
{
    const double high = (double)(int32_t)(value >> 32);
    return high * 4294967296.0 + (double)(uint32_t)value;
}
