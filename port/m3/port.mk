# SPDX-License-Identifier: MIT
# Cortex-M3: Armv7-M without DSP instructions.
port.m3.SOURCES  := m3/skin_q16.S m3/skin_set_q16.S m3/blend_q16.S m3/skin_q12.S m3/skin_set_q12.S \
                    m3/normalise_q16.S m3/port_name.c
port.m3.REPLACES := link_skin_q16.c link_blend_q16.c link_skin_q12.c link_normalise_q16.c port_name.c
