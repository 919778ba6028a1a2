# SPDX-License-Identifier: MIT
# x86-64: AVX2 and FMA where the processor has them, asked at run time; else the reference.
port.x86.SOURCES := x86/port_name.c x86/skin_f32.c x86/skin_q16.c x86/stages_f32.c x86/blend_f32.c
port.x86.REPLACES := port_name.c link_skin_f32.c link_skin_q16.c link_stages_f32.c link_blend_f32.c
