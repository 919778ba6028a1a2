/* SPDX-License-Identifier: MIT */
/* ARM9 with Armv5TE, ARM state: ARM926EJ-S, ARM946E-S, ARM966E-S; q12, normals and the stages
 * are the ARM7TDMI's, sets of two and more the Cortex-M4's: SMLAW is the same; plain arrays the
 * Cortex-M3's. */
#define PELT_PORT_NAME "arm9"

#define PELT_SKIN_Q16 PELT_IN_ARM9
#define PELT_SETS_Q16 PELT_IN_M4
#define PELT_SKIN_Q12 PELT_IN_ARM7
#define PELT_PLAIN_Q16 PELT_IN_M3
#define PELT_NORMALISE_Q16 PELT_IN_ARM7
#define PELT_STAGES_Q16 PELT_IN_ARM7
#define PELT_STAGES_Q12 PELT_IN_ARM7
