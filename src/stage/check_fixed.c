/* SPDX-License-Identifier: MIT */
/* What is wrong with poses and model matrices in fixed point: for who looks for a fault. */
#include "../arithmetic/q16.h"
#include "../blob/stored.h"
#include "../kernel/family.h"

#define NUM_WEIGHTS_MOST (64 << 16)

static uint32_t local_faults(const pelt_local_q16 *local)
{
    const int32_t limit = (int32_t)1 << 30;
    uint32_t what = num_is_unit(local->rotation) ? 0u : PELT_FAULT_ROTATION;
    for (unsigned i = 0; i < 3u; i++) {
        if (local->translation[i] >= limit || local->translation[i] <= -limit)
            what |= PELT_FAULT_TRANSLATION;
        if (local->scale[i] == INT32_MIN) /* -2; all else is between */
            what |= PELT_FAULT_SCALE;
    }
    return what;
}

/* Takes its magnitude from what is left for the mesh. */
static uint32_t weight_faults(int32_t *left, int32_t weight)
{
    if (weight > *left || weight < -*left)
        return PELT_FAULT_WEIGHT;
    *left -= weight < 0 ? -weight : weight;
    return 0;
}

#include "check.inc"

/* Sum of row (Q29) times vector, in the vector's format, exact to a few steps. */
static int64_t wide_dot(const int32_t row[4], const int32_t v[3])
{
    return (((int64_t)row[0] * v[0] >> 2) + ((int64_t)row[1] * v[1] >> 2) +
            ((int64_t)row[2] * v[2] >> 2)) >>
           27;
}

/* Whether a joint's own place, or an element of its 3x3, is at or past what its matrix can hold. */
static bool is_clamped(const int32_t matrix[12], const pelt_local_q16 *local, const int32_t *parent,
                       bool wide)
{
    const int32_t limit = ((int32_t)1 << 30) - 8; /* the last step of a clamp, rounding included */
    for (unsigned r = 0; r < 3u; r++) {
        const int32_t *row = matrix + 4u * r;
        for (unsigned c = 0; c < 3u; c++)
            if (row[c] >= limit || row[c] <= -limit)
                return true;
        if (parent == NULL)
            continue;
        const int64_t turned = wide_dot(parent + 4u * r, local->translation);
        const int64_t place = turned + parent[4u * r + 3u];
        if (place > INT32_MAX - 16 || place < INT32_MIN + 16)
            return true;
        /* With 64-bit products each sum of them is clamped to 2^30 on its way. */
        if (wide && (turned >= limit || turned <= -limit))
            return true;
    }
    return false;
}

pelt_status pelt_joints_check_q16(uint32_t *joint, const pelt_joints_q16 *joints,
                                  const pelt_pose_q16 *pose)
{
    if (joint == NULL || joints == NULL || joints->matrices == NULL || joints->model == NULL ||
        pose == NULL || pose->locals == NULL || pose->model == NULL)
        return PELT_E_ARGUMENT;
    if (!NUM_TAKES(joints->model->encoding) || !NUM_TAKES(pose->model->encoding))
        return PELT_E_ARITHMETIC;
    if (joints->model != pose->model)
        return PELT_E_MISMATCH;
    const format_joint *stored = stored_joints(joints->model);
    for (uint32_t i = 0; i < joints->model->joint_count; i++) {
        const uint32_t parent = stored[i].parent;
        if (is_clamped(joints->matrices[i].m, &pose->locals[i],
                       parent == PELT_NO_JOINT ? NULL : joints->matrices[parent].m,
                       joints->model->family->q16->joints == pelt_joints_exact)) {
            *joint = i;
            return PELT_E_RANGE;
        }
    }
    *joint = PELT_NONE;
    return PELT_OK;
}

/* clang-format off */

pelt_status pelt_pose_check_q16(pelt_fault *fault, const pose_t *pose)
{ return pose_check(fault, pose); }
