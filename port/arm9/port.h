/* SPDX-License-Identifier: MIT */
/* The port for ARM9 with Armv5TE, in ARM state: ARM926EJ-S, ARM946E-S, ARM966E-S. Kernels of q12,
 * normals and stages are the ARM7TDMI's; joint sets of two and more and most of positions alone the
 * Cortex-M4's, as SMLAW is the same; plain arrays the Cortex-M3's. */
#define PELT_PORT_NAME "arm9"

#define PELT_SKIN_Q16 PELT_IN_ARM9
#define PELT_SETS_Q16 PELT_IN_M4
#define PELT_POSITIONS_Q16 PELT_IN_M4
#define PELT_SKIN_Q12 PELT_IN_ARM7
#define PELT_PLAIN_Q16 PELT_IN_M3
#define PELT_NORMALISE_Q16 PELT_IN_ARM7
#define PELT_STAGES_Q16 PELT_IN_ARM7
#define PELT_STAGES_Q12 PELT_IN_ARM7
