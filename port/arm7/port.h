/* SPDX-License-Identifier: MIT */
/* The port for ARM7TDMI and other Armv4T cores with long multiplication, in ARM state: the Game Boy
 * Advance, with code in IWRAM. Compile C code with -fno-schedule-insns -fno-tree-pre: it is faster,
 * as gcc has too few registers for values that it moves forward or out of a loop, and keeps them on
 * the stack. */
#define PELT_PORT_NAME "arm7"

#define PELT_SKIN_Q16 PELT_IN_ARM7
#define PELT_POSITIONS_Q16 PELT_IN_ARM7
#define PELT_SKIN_Q12 PELT_IN_ARM7
#define PELT_PLAIN_Q16 PELT_IN_M3
#define PELT_NORMALISE_Q16 PELT_IN_ARM7
#define PELT_STAGES_Q16 PELT_IN_ARM7
#define PELT_STAGES_Q12 PELT_IN_ARM7
