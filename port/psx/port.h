/* SPDX-License-Identifier: MIT */
/* The port for the PlayStation: R3000A and its geometry coprocessor, the GTE, of which compilers do
 * not know; -DPELT_PORT_PSX selects it. It skins vertices of one influence in q12; pelt/psx.h moves and
 * draws whole characters. */
#define PELT_PORT_NAME "psx"

#define PELT_SKIN_Q12 PELT_IN_PSX

#define pelt_kernel_2_q12 pelt_reference_2_q12
#define pelt_kernel_3_q12 pelt_reference_3_q12
#define pelt_kernel_4_q12 pelt_reference_4_q12
#define pelt_kernel_set_2_q12 pelt_reference_set_2_q12
#define pelt_kernel_set_3_q12 pelt_reference_set_3_q12
#define pelt_kernel_set_4_q12 pelt_reference_set_4_q12
