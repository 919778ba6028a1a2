/* SPDX-License-Identifier: MIT */
/*
 * x86-64: AVX2 and FMA where the processor has them, asked at run time; else the reference. It asks
 * by __builtin_cpu_supports: besides memcpy and memset, libgcc (or compiler-rt) is linked.
 * -DPELT_HAS_AVX2=0 is the answer of a processor without; a program's own pelt_x86_floats() is that for
 * floats alone (avx2.h).
 */
#define PELT_PORT_NAME "x86"

#define PELT_SKIN_Q16      PELT_IN_X86
#define PELT_SKIN_F32      PELT_IN_X86
#define PELT_NORMALISE_Q16 PELT_IN_X86
#define PELT_NORMALISE_F32 PELT_IN_X86
#define PELT_STAGES_Q16    PELT_IN_X86
#define PELT_STAGES_F32    PELT_IN_X86
#define PELT_PLAIN_Q16     PELT_IN_X86
#define PELT_PLAIN_F32     PELT_IN_X86

#define PELT_BLOCK_VERTICES 64u
