/* SPDX-License-Identifier: MIT */
/* Model matrices of one model moved onto a joint of another, in float. */
#include "pelt/motion.h"

#include "../arithmetic/f32.h"

#include "../arithmetic/checks.inc"

pelt_status pelt_joints_hang_f32(pelt_joints_f32 *joints, const pelt_joints_f32 *with,
                                 uint32_t joint)
{
    pelt_status status = check_joints(joints);
    if (status == PELT_OK)
        status = check_joints(with);
    if (status == PELT_OK && joint >= with->model->joint_count)
        status = PELT_E_RANGE;
    if (status == PELT_OK && joints->matrices == with->matrices)
        status = PELT_E_ARGUMENT;
    if (status != PELT_OK)
        return status;
    const float *by = with->matrices[joint].m;
    for (uint32_t i = 0; i < joints->model->joint_count; i++) {
        const pelt_matrix_f32 before = joints->matrices[i];
        for (unsigned e = 0; e < 12u; e++) {
            const unsigned c = e % 4u;
            const float *row = by + (e - c), *m = before.m + c;
            const float sum = row[0] * m[0] + row[1] * m[4] + row[2] * m[8];
            joints->matrices[i].m[e] = c == 3u ? sum + row[3] : sum;
        }
    }
    return PELT_OK;
}
