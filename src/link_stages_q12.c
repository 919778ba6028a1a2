/* SPDX-License-Identifier: MIT */
/* No tuned stages for this core: the reference. */
#include "kernel.h"

PELT_HOT void pelt_kernel_joint_q12(int32_t out[12], const pelt_local_q16 *local,
                                    const int32_t *parent)
{
    pelt_reference_joint_q12(out, local, parent);
}

PELT_HOT void pelt_kernel_entry_q12(int32_t out[12], const int32_t joint[12],
                                    const format_entry_q16 *entry)
{
    pelt_reference_entry_q12(out, joint, entry);
}
