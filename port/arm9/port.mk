# SPDX-License-Identifier: MIT
# ARM9 and later cores with Armv5TE in ARM state: ARM926EJ-S, ARM946E-S, ARM966E-S; q12 is the
# ARM7TDMI's. nds.c, for the Nintendo DS's geometry engine, is linked where it is used.
port.arm9.SOURCES  := arm9/skin_q16.S arm9/skin_set_q16.S arm9/blend_q16.S arm7/skin_q12.S \
                      arm7/skin_set_q12.S arm7/stages_q16.S arm7/stages_q12.S \
                      arm9/normalise_q16.S arm9/port_name.c arm9/nds.c
port.arm9.REPLACES := link_skin_q16.c link_blend_q16.c link_skin_q12.c link_stages_q16.c \
                      link_stages_q12.c link_normalise_q16.c port_name.c
