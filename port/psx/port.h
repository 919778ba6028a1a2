/* SPDX-License-Identifier: MIT */
/* PlayStation: R3000A and its geometry coprocessor, the GTE, which compilers do not know of:
 * -DPELT_PORT_PSX. It skins vertices of one influence in q12; pelt/psx.h has an optional way for q16. */
#define PELT_PORT_NAME "psx"

#define PELT_SKIN_Q12 PELT_IN_PSX

#define pelt_kernel_2_q12 pelt_reference_2_q12
#define pelt_kernel_3_q12 pelt_reference_3_q12
#define pelt_kernel_4_q12 pelt_reference_4_q12
#define pelt_kernel_set_2_q12 pelt_reference_set_2_q12
#define pelt_kernel_set_3_q12 pelt_reference_set_3_q12
#define pelt_kernel_set_4_q12 pelt_reference_set_4_q12
