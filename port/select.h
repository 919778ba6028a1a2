/* SPDX-License-Identifier: MIT */
/* Chooses the port for this core, for C and assembler. The first condition that holds names the
 * folder, whose port.h lists the parts that it replaces:
 *
 *   #define PELT_SKIN_Q16 PELT_IN_M4     pelt_kernel_1_q16 ... are those of port/m4
 *
 * For a group that is not defined the reference is used (src/kernel/kernel.h). Every file of port/
 * is empty unless a group names its folder, so that all of them can be compiled for every core.
 *
 * You can set on the command line: -DPELT_PORT_NONE for the reference alone; -DPELT_PORT_M7, which the
 * compiler's macros do not tell; and -DPELT_PORT_PSX, -DPELT_NDS and -DPELT_N64, which add calls for these
 * consoles. */
#ifndef PELT_PORT_SELECT_H
#define PELT_PORT_SELECT_H

/* The folders whose code a group can be. */
#define PELT_IN_M0 1
#define PELT_IN_M3 2
#define PELT_IN_M4 3
#define PELT_IN_M7 4
#define PELT_IN_M55 5
#define PELT_IN_ARM7 6
#define PELT_IN_ARM9 7
#define PELT_IN_VECTOR 8
#define PELT_IN_RV32 9

/* Vectors of four words need a compiler that has them: Clang, or GCC 12. */
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
#if (defined(__x86_64__) && defined(__SSE2__)) || defined(__wasm_simd128__) ||                     \
    (defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__))
#define PELT_HAS_VECTORS
#endif
#endif

#if defined(PELT_PORT_NONE)
/* the reference only */
#elif defined(PELT_PORT_M7)
#include "m7/port.h"
#elif defined(__ARM_BIG_ENDIAN)
/* there is no port for this core */
#elif defined(__ARM_FEATURE_MVE)
#include "m55/port.h"
#elif defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
#include "m0/port.h"
#elif defined(__ARM_ARCH_7EM__)
#include "m4/port.h"
#elif defined(__ARM_ARCH_8M_MAIN__) || defined(__ARM_ARCH_8_1M_MAIN__)
#ifdef __ARM_FEATURE_DSP
#include "m4/port.h"
#else
#include "m3/port.h"
#endif
#elif defined(__ARM_ARCH_7M__)
#include "m3/port.h"
#elif defined(__ARM_ARCH_4T__)
#include "arm7/port.h"
#elif defined(__ARM_ARCH_5TE__) || defined(__ARM_ARCH_5TEJ__)
#include "arm9/port.h"
#elif defined(PELT_HAS_VECTORS)
#include "vector/port.h"
#elif defined(__m68k__) && !defined(__mcoldfire__)
#include "m68k/port.h"
#elif defined(__riscv) && __riscv_xlen == 32 && defined(__riscv_mul) && !defined(__riscv_32e) &&   \
    !defined(__riscv_e) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include "rv32/port.h"
#endif

#ifndef PELT_PORT_NAME
#define PELT_PORT_NAME "reference"
#endif

/* On these cores of any port a long product is a call (fixed.h). Of Xtensa's, that is the LX106,
 * whose compilers, unlike those of later ones, use no register windows. */
#if (defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__) ||                                  \
     defined(__XTENSA_CALL0_ABI__)) &&                                                             \
    !defined(PELT_NO_LONG_MULTIPLY)
#define PELT_NO_LONG_MULTIPLY
#endif

/* Without this section, also in empty files, Linux would make the stack executable. */
#if defined(__ASSEMBLER__) && defined(__ELF__) && defined(__linux__)
/* clang-format off */
    .section .note.GNU-stack, "", %progbits
    .text
/* clang-format on */
#endif

#endif
