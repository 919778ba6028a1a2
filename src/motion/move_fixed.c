/* SPDX-License-Identifier: MIT */
/* A joint's translation set, or added to, in fixed point. */
#include "pelt/motion.h"

#include "../arithmetic/q16.h"

#include "checks.inc"

/* What Q16.16 is to be shifted up by. A joint's axes are 2^scale_shift times as long as its model
 * matrix has them, so that translations of what hangs on it are as many times theirs in the file. */
static int32_t shift_of(const pelt_model *model, uint32_t joint, bool gltf_units)
{
    const format_joint *joints = (const format_joint *)(const void *)(model->blob + model->joints);
    const uint32_t parent = joints[joint].parent;
    const int32_t up = (int32_t)model->length_bits - 16;
    if (!gltf_units)
        return up;
    return up - model->unit_shift + (parent == PELT_NO_JOINT ? 0 : joints[parent].scale_shift);
}

pelt_status pelt_pose_move_q16(pelt_pose_q16 *pose, uint32_t joint, const int32_t translation[3],
                               uint32_t flags)
{
    const int64_t limit = (int64_t)1 << 30;
    int32_t moved[3];
    const pelt_status status = pose_check(pose);
    if (status != PELT_OK)
        return status;
    PELT_EXPECT((flags & ~(PELT_MOVE_ADD | PELT_GLTF_UNITS)) == 0u);
    if (translation == NULL || (flags & ~(PELT_MOVE_ADD | PELT_GLTF_UNITS)) != 0u)
        return PELT_E_ARGUMENT;
    if (joint >= pose->model->joint_count)
        return PELT_E_RANGE;
    int32_t *own = pose->locals[joint].translation;
    const int32_t up = shift_of(pose->model, joint, (flags & PELT_GLTF_UNITS) != 0u);
    for (unsigned i = 0; i < 3u; i++) {
        if (!num_shift_to(&moved[i], translation[i], -up))
            return PELT_E_RANGE;
        const int64_t sum = (int64_t)moved[i] + ((flags & PELT_MOVE_ADD) != 0u ? own[i] : 0);
        if (sum >= limit || sum <= -limit)
            return PELT_E_RANGE;
        moved[i] = (int32_t)sum;
    }
    for (unsigned i = 0; i < 3u; i++)
        own[i] = moved[i];
    pose->edited = 1;
    return PELT_OK;
}
