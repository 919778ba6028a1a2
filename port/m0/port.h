/* SPDX-License-Identifier: MIT */
/* Cortex-M0, M0+, M23: Armv6-M and Armv8-M baseline, whose MULS is 32 x 32 -> 32. */
#define PELT_PORT_NAME "m0"

#define PELT_SKIN_Q16 PELT_IN_M0
#define PELT_POSITIONS_Q16 PELT_IN_M0
#define PELT_TANGENTS_Q16 PELT_IN_M0
#define PELT_SKIN_Q12 PELT_IN_M0
#define PELT_NORMALISE_Q16 PELT_IN_M0
#define PELT_STAGES_Q16 PELT_IN_M0
#define PELT_STAGES_Q12 PELT_IN_M0
#define PELT_DOT3 PELT_IN_M0 /* fixed.h */
