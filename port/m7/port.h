/* SPDX-License-Identifier: MIT */
/* The port for Cortex-M7, which compilers do not distinguish from an M4: -DPELT_PORT_M7 selects it.
 * It has its own kernels in float; in q12 it uses the ARM7TDMI's, in q16 the Cortex-M4's, whose
 * order suits dual issue. By LLVM 14's model of the core a vertex takes 34, 65, 93 and 116 cycles
 * with 1 to 4 influences, 31 in runs of one joint (with STM counted as STRDs). The rest is spent on
 * loads for which products wait; hiding them would take registers for the next words, and all are
 * in use. */
#define PELT_PORT_NAME "m7"

#ifdef __ARM_FP
#define PELT_SKIN_F32 PELT_IN_M7
#endif
#include "../m4/port.h"
