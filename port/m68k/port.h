/* SPDX-License-Identifier: MIT */
/* 68000 and 68010, whose multiplication is 16 x 16 -> 32: the reference, with products of their own
 * instructions. */
#define PELT_PORT_NAME "m68k"

#define PELT_PRODUCTS "../../port/m68k/products.h" /* from src/base/fixed.h */
