# SPDX-License-Identifier: MIT
# Cortex-M7: its own kernels in float; in q12 the Cortex-M3's; in q16 the Cortex-M4's, whose order is
# that of dual issue. By LLVM 14's model of the core a vertex takes 34, 65, 93 and 116 cycles with 1
# to 4 influences, 31 in runs of one joint (STM taken as STRDs). What is left is loads that their
# products wait for: hiding them takes registers for the next words, and all are in use.
port.m7.SOURCES  := m4/skin_q16.S m4/skin_set_q16.S m4/blend_q16.S m7/skin_f32.S m3/skin_q12.S \
                   m3/skin_set_q12.S m4/normalise_q16.S m7/port_name.c
port.m7.REPLACES := link_skin_q16.c link_blend_q16.c link_skin_f32.c link_skin_q12.c \
                   link_normalise_q16.c port_name.c
