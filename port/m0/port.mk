# SPDX-License-Identifier: MIT
# Cortex-M0, M0+: Armv6-M, whose MULS is 32 x 32 -> 32.
port.m0.FLAGS    := -DPELT_NO_LONG_MULTIPLY -DPELT_EXTERN_DOT3
port.m0.SOURCES  := m0/rigid_q16.S m0/skin_q16.S m0/skin_set_q16.S m0/skin_q12.S \
                    m0/skin_set_q12.S m0/normalise_q16.S m0/dot3.S m0/stages_q12.S m0/port_name.c
port.m0.REPLACES := link_skin_q16.c link_blend_q16.c link_skin_q12.c link_normalise_q16.c \
                    link_stages_q12.c port_name.c
