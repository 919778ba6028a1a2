/* SPDX-License-Identifier: MIT */
/* No tuned stages for this core: the reference. */
#include "kernel.h"

void pelt_kernel_joint_q16(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent)
{
    pelt_reference_joint_q16(out, local, parent);
}
