/* SPDX-License-Identifier: MIT */
#ifndef PELT_DIVIDE_H
#define PELT_DIVIDE_H

#include <stdint.h>

/* floor(a / b), b > 0, where speed does not matter: cores without a division would link the
 * compiler's, eight times the code. */
uint32_t pelt_divide(uint32_t a, uint32_t b);

#endif
