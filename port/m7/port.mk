# SPDX-License-Identifier: MIT
# Cortex-M7: the Cortex-M4's kernels in q16, its own in float.
port.m7.SOURCES  := m4/skin_q16.S m4/skin_set_q16.S m4/blend_q16.S m7/skin_f32.S \
                    m4/normalise_q16.S m7/port_name.c
port.m7.REPLACES := link_skin_q16.c link_blend_q16.c link_skin_f32.c link_normalise_q16.c \
                    port_name.c
