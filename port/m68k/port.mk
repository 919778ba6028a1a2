# SPDX-License-Identifier: MIT
# 68000 and 68010, whose multiplication is 16 x 16 -> 32: the portable kernels and stages, with
# products of their own instructions. For gcc and clang.
port.m68k.FLAGS    := -DPELT_PRODUCTS='"../port/m68k/products.h"'
port.m68k.SOURCES  := m68k/port_name.c
port.m68k.REPLACES := port_name.c
