/* SPDX-License-Identifier: MIT */
/* Poses of the arithmetic at hand, for the files that are written once (*.inc). Before:
 * PELT_NAME(x). */
#ifndef PELT_MOTION_POSE_H
#define PELT_MOTION_POSE_H

#include <stdbool.h>

#include "names.h"
#include "pelt/motion.h"

static inline pelt_status pose_check(const PELT_POSE *pose)
{
    if (pose == NULL || pose->locals == NULL || pose->model == NULL)
        return PELT_E_ARGUMENT;
    return NUM_TAKES(pose->model->encoding) ? PELT_OK : PELT_E_ARITHMETIC;
}

static inline pelt_status pose_check_two(const PELT_POSE *pose, const PELT_POSE *other)
{
    pelt_status status = pose_check(pose);
    if (status == PELT_OK)
        status = pose_check(other);
    return status != PELT_OK ? status : pose->model != other->model ? PELT_E_MISMATCH : PELT_OK;
}

/* Morph weights that both have. */
static inline uint32_t pose_targets(const PELT_POSE *pose, const PELT_POSE *other)
{
    return pose->weights == NULL || other->weights == NULL ? 0u : pose->model->target_count;
}

/* A mesh's part of a mask; of the mesh that has target t, which changes from *end on. */
typedef struct pose_targets_of {
    uint32_t mesh, end;
} pose_targets_of;

static inline uint32_t pose_target_part(pose_targets_of *of, const PELT_POSE *pose,
                                        const uint8_t *mask, uint32_t t)
{
    pelt_mesh_info info;
    while (t >= of->end && pelt_mesh_get(&info, pose->model, of->mesh) == PELT_OK) {
        of->end = info.first_target + info.target_count;
        of->mesh++;
    }
    return mask[pose->model->joint_count + of->mesh - 1u];
}

#endif
