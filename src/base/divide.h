/* SPDX-License-Identifier: MIT */
#ifndef PELT_DIVIDE_H
#define PELT_DIVIDE_H

#include <stdint.h>

/* floor(a / b), b > 0, where speed does not matter: cores without a division would link the
 * compiler's, eight times the code. */
uint32_t pelt_divide(uint32_t a, uint32_t b);

/* floor((high 2^32 + low) / b) and what it leaves, of high < b: the quotient fits 32 bits. */
uint32_t pelt_divide_long(uint32_t high, uint32_t low, uint32_t b, uint32_t *rest);

#endif
