/* SPDX-License-Identifier: MIT */
/*
 * ARM7TDMI and other Armv4T cores with long multiplication, ARM state: the Game Boy Advance, from
 * IWRAM. What gcc moves to the front or out of a loop it then keeps on the stack, for want of
 * registers: the C code is faster with -fno-schedule-insns -fno-tree-pre.
 */
#define PELT_PORT_NAME "arm7"

#define PELT_SKIN_Q16 PELT_IN_ARM7
#define PELT_SKIN_Q12 PELT_IN_ARM7
#define PELT_PLAIN_Q16 PELT_IN_M3
#define PELT_NORMALISE_Q16 PELT_IN_ARM7
#define PELT_STAGES_Q16 PELT_IN_ARM7
#define PELT_STAGES_Q12 PELT_IN_ARM7
