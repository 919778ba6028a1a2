# SPDX-License-Identifier: MIT
# ARM7TDMI and other Armv4 cores with long multiplication, ARM state: the Game Boy Advance, from
# IWRAM.
# What gcc moves to the front or out of a loop it then keeps on the stack, for want of registers.
port.arm7.FLAGS    := -fno-schedule-insns -fno-tree-pre
port.arm7.SOURCES  := arm7/skin_q16.S arm7/skin_q12.S arm7/skin_set_q12.S \
                      arm7/normalise_q16.S arm7/stages_q16.S arm7/stages_q12.S arm7/port_name.c
port.arm7.REPLACES := link_skin_q16.c link_blend_q16.c link_skin_q12.c link_normalise_q16.c \
                      link_stages_q16.c link_stages_q12.c port_name.c
