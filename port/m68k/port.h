/* SPDX-License-Identifier: MIT */
/* The port for 68000 and 68010, whose multiplication is 16 x 16 -> 32: it uses the reference, with
 * its own products. */
#define PELT_PORT_NAME "m68k"

#define PELT_PRODUCTS "../../port/m68k/products.h" /* from src/base/fixed.h */
