/* SPDX-License-Identifier: MIT */
/* Finds what is wrong with poses in float, for programs that look for a fault. */
#include "../arithmetic/f32.h"

#define NUM_WEIGHTS_MOST 0.0f /* none */

static uint32_t local_faults(const pelt_local_f32 *local)
{
    uint32_t what = num_is_unit(local->rotation) ? 0u : PELT_FAULT_ROTATION;
    for (unsigned i = 0; i < 4u; i++)
        if (!num_is_finite(local->rotation[i]))
            what |= PELT_FAULT_ROTATION | PELT_FAULT_NAN;
    for (unsigned i = 0; i < 3u; i++) {
        if (!num_is_finite(local->translation[i]))
            what |= PELT_FAULT_TRANSLATION | PELT_FAULT_NAN;
        if (!num_is_finite(local->scale[i]))
            what |= PELT_FAULT_SCALE | PELT_FAULT_NAN;
    }
    return what;
}

static uint32_t weight_faults(float *left, float weight)
{
    (void)left;
    return num_is_finite(weight) ? 0u : PELT_FAULT_WEIGHT | PELT_FAULT_NAN;
}

static uint32_t matrix_faults(const joints_t *joints, const pose_t *pose, uint32_t joint)
{
    (void)pose;
    for (unsigned i = 0; i < 12u; i++)
        if (!num_is_finite(joints->matrices[joint].m[i]))
            return PELT_FAULT_MATRIX | PELT_FAULT_NAN;
    return 0;
}

#include "check.inc"

/* clang-format off */

pelt_status pelt_pose_check_f32(pelt_fault *fault, const pose_t *pose, const joints_t *joints)
{ return pose_check(fault, pose, joints); }
