/* SPDX-License-Identifier: MIT */
/* The port for Cortex-M3, and Cortex-M33 without DSP instructions; q12 and normals are the
 * ARM7TDMI's. */
#define PELT_PORT_NAME "m3"

#define PELT_SKIN_Q16 PELT_IN_M3
#define PELT_POSITIONS_Q16 PELT_IN_M3
#define PELT_SKIN_Q12 PELT_IN_ARM7
#define PELT_POSITIONS_Q12 PELT_IN_ARM7
#define PELT_PLAIN_Q16 PELT_IN_M3
#define PELT_NORMALISE_Q16 PELT_IN_ARM7
