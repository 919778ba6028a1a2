/* SPDX-License-Identifier: MIT */
/* Divisions where speed does not matter. A core without a division instruction would otherwise link
 * the compiler's routine, which is eight times as large. */
#ifndef PELT_DIVIDE_H
#define PELT_DIVIDE_H

#include <stdint.h>

/* floor(a / b) for b > 0. */
uint32_t pelt_divide(uint32_t a, uint32_t b);

/* floor((high 2^32 + low) / b) and its remainder, for high < b, so that the quotient fits 32
 * bits. */
uint32_t pelt_divide_long(uint32_t high, uint32_t low, uint32_t b, uint32_t *rest);

#endif
