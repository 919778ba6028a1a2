# SPDX-License-Identifier: MIT
# Cortex-M4 with DSP instructions and single-precision FPU; q12 is the Cortex-M3's. Without FPU: leave
# skin_f32.S and link_skin_f32.c out.
port.m4.SOURCES  := m4/skin_q16.S m4/skin_set_q16.S m4/blend_q16.S m4/skin_f32.S m3/skin_q12.S \
                   m3/skin_set_q12.S m4/normalise_q16.S m4/port_name.c
port.m4.REPLACES := link_skin_q16.c link_blend_q16.c link_skin_f32.c link_skin_q12.c \
                   link_normalise_q16.c port_name.c
