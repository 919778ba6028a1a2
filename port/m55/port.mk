# SPDX-License-Identifier: MIT
# Cortex-M55 with MVE. Assembly, as gcc 12 misplaces the MVE stores it makes from C: so it may not
# make any on its own either. With integer MVE only: leave the f32 files out and not replaced. q12
# is the Cortex-M3's.
port.m55.FLAGS    := -fno-tree-vectorize
port.m55.SOURCES  := m55/port_name.c m55/link_skin_q16.c m55/link_skin_f32.c \
                     m55/skin_q16.S m55/set_q16.S m55/normalise_q16.S \
                     m55/skin_f32.S m55/set_f32.S m55/normalise_f32.S m3/skin_q12.S m3/skin_set_q12.S
port.m55.REPLACES := port_name.c link_skin_q16.c link_blend_q16.c link_skin_f32.c link_skin_q12.c link_normalise_q16.c \
                     link_normalise_f32.c
