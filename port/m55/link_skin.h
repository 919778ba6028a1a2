/* SPDX-License-Identifier: MIT */
/*
 * The kernels of this port, in assembly: `count` vertices (0 allowed) of six words each, position
 * then normal. Records and palette as in kernel.h.
 */
#ifndef PELT_M55_LINK_SKIN_H
#define PELT_M55_LINK_SKIN_H

#include "kernel.h"

#define PELT_DECLARE_M55(flavour, word)                                                            \
    typedef void m55_kernel_##flavour(word *vertices, const uint8_t *records, uint32_t count,      \
                                      const word *palette);                                        \
    m55_kernel_##flavour pelt_m55_1_##flavour, pelt_m55_2_##flavour, pelt_m55_3_##flavour,         \
        pelt_m55_4_##flavour, pelt_m55_set_1_##flavour, pelt_m55_set_2_##flavour,                  \
        pelt_m55_set_3_##flavour, pelt_m55_set_4_##flavour

PELT_DECLARE_M55(q16, int32_t);
PELT_DECLARE_M55(f32, float);

m55_kernel_q16 pelt_m55_blended_q16;

#endif
