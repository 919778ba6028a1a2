/* SPDX-License-Identifier: MIT */
/* Cortex-M4, and Cortex-M33, M35P, M55 with DSP instructions; q12 is the ARM7TDMI's, and the ARM9 takes
 * sets from here. The Cortex-M7 has another name and other kernels in float. */
#ifndef PELT_PORT_NAME
#define PELT_PORT_NAME "m4"
#endif

#define PELT_SMMUL "../../port/m4/smmul.h" /* from src/base/fixed.h */
#define PELT_SKIN_Q16 PELT_IN_M4
#define PELT_SETS_Q16 PELT_IN_M4
#define PELT_POSITIONS_Q16 PELT_IN_M4
#define PELT_TANGENTS_Q16 PELT_IN_M4
#define PELT_SKIN_Q12 PELT_IN_ARM7
#define PELT_POSITIONS_Q12 PELT_IN_ARM7
#define PELT_PLAIN_Q16 PELT_IN_M3
#define PELT_NORMALISE_Q16 PELT_IN_M4
#define PELT_NARROW_Q16 PELT_IN_M4
#define PELT_STAGES_Q16 PELT_IN_M4
#define PELT_LOOPS_Q16 PELT_IN_M4
#define PELT_TRACKS_Q16 PELT_IN_M4
#define PELT_BETWEENS_Q16 PELT_IN_M4
#define PELT_DRAW_SMALL PELT_IN_M4
#ifdef __ARM_FP
#ifndef PELT_SKIN_F32
#define PELT_SKIN_F32 PELT_IN_M4
#endif
#define PELT_POSITIONS_F32 PELT_SKIN_F32
#define PELT_NORMALISE_F32 PELT_IN_M4
#define PELT_STAGES_F32 PELT_IN_M4
#define PELT_PLAIN_F32 PELT_IN_M4
#endif
