/* SPDX-License-Identifier: MIT */
/* A joint's translation set, or added to, in float. */
#include "pelt/motion.h"

#include "../arithmetic/f32.h"

#include "checks.inc"

pelt_status pelt_pose_move_f32(pelt_pose_f32 *pose, uint32_t joint, const float translation[3],
                               uint32_t flags)
{
    float moved[3];
    const pelt_status status = pose_check(pose);
    if (status != PELT_OK)
        return status;
    PELT_EXPECT((flags & ~(PELT_MOVE_ADD | PELT_GLTF_UNITS)) == 0u);
    if (translation == NULL || (flags & ~(PELT_MOVE_ADD | PELT_GLTF_UNITS)) != 0u)
        return PELT_E_ARGUMENT;
    if (joint >= pose->model->joint_count)
        return PELT_E_RANGE;
    float *own = pose->locals[joint].translation;
    for (unsigned i = 0; i < 3u; i++) {
        moved[i] = translation[i] + ((flags & PELT_MOVE_ADD) != 0u ? own[i] : 0.0f);
        if (!num_is_finite(moved[i]))
            return PELT_E_RANGE;
    }
    for (unsigned i = 0; i < 3u; i++)
        own[i] = moved[i];
    pose->edited = 1;
    return PELT_OK;
}
