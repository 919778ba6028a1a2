/* SPDX-License-Identifier: MIT */
/* The port for Cortex-M55 and M85 with MVE; in q12 it uses the ARM7TDMI's kernels. They are in
 * assembly, as gcc 12 misplaces the MVE stores that it generates from C: compile the library with
 * -fno-tree-vectorize for these cores. */
#define PELT_PORT_NAME "m55"

#define PELT_SMMUL "../../port/m4/smmul.h" /* from src/base/fixed.h */
#define PELT_SKIN_Q16 PELT_IN_M55
#define PELT_POSITIONS_Q16 PELT_IN_M55
#define PELT_SKIN_Q12 PELT_IN_ARM7
#define PELT_POSITIONS_Q12 PELT_IN_ARM7
#define PELT_PLAIN_Q16 PELT_IN_M3
#define PELT_NORMALISE_Q16 PELT_IN_M55
#define PELT_TANGENTS_Q16 PELT_IN_M4
#define PELT_NARROW_Q16 PELT_IN_M4
#define PELT_STAGES_Q16 PELT_IN_M4
#define PELT_LOOPS_Q16 PELT_IN_M4
#define PELT_TRACKS_Q16 PELT_IN_M4
#define PELT_BETWEENS_Q16 PELT_IN_M4
#if __ARM_FEATURE_MVE & 2 /* float */
#define PELT_SKIN_F32 PELT_IN_M55
#define PELT_POSITIONS_F32 PELT_IN_M55
#define PELT_NORMALISE_F32 PELT_IN_M55
#define PELT_STAGES_F32 PELT_IN_M4
#define PELT_PLAIN_F32 PELT_IN_M4
#endif

#define PELT_BLOCK_VERTICES 16u
