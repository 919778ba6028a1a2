# SPDX-License-Identifier: MIT
# x86-64: AVX2 and FMA where the processor has them, asked at run time; else the reference. It asks
# by __builtin_cpu_supports: besides memcpy and memset, libgcc (or compiler-rt) is linked.
# -DPELT_HAS_AVX2=0 is the answer of a processor without.
port.x86.SOURCES  := $(addprefix x86/,port_name.c skin_f32.c skin_q16.c normalise_f32.c \
                       normalise_q16.c stages_f32.c tracks_f32.c blend_f32.c)
port.x86.REPLACES := port_name.c link_skin_f32.c link_skin_q16.c link_normalise_f32.c \
                     link_normalise_q16.c link_stages_f32.c link_blend_f32.c
