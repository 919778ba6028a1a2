/* SPDX-License-Identifier: MIT */
/* Finds what is wrong with poses and model matrices in fixed point, for programs that look for a fault. */
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
        if (local->scale[i] == INT32_MIN) /* -2; all others are within (-2, 2) */
            what |= PELT_FAULT_SCALE;
    }
    return what;
}

/* Takes the weight's magnitude from what is left of the mesh's most. */
static uint32_t weight_faults(int32_t *left, int32_t weight)
{
    if (weight > *left || weight < -*left)
        return PELT_FAULT_WEIGHT;
    *left -= weight < 0 ? -weight : weight;
    return 0;
}

/* Sum of row (Q29) times vector, in the vector's format, exact to a few steps. */
static int64_t wide_dot(const int32_t row[4], const int32_t v[3])
{
    return (((int64_t)row[0] * v[0] >> 2) + ((int64_t)row[1] * v[1] >> 2) +
            ((int64_t)row[2] * v[2] >> 2)) >>
           27;
}

/* Whether a joint's own place, or an element of its 3x3, is at or past what its matrix can hold. In exact
 * models the sum of the place's products is also clamped to 2^30. */
static bool is_clamped(const int32_t matrix[12], const pelt_local_q16 *local, const int32_t *parent,
                       bool exact)
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
        if (exact && (turned >= limit || turned <= -limit))
            return true;
    }
    return false;
}

static uint32_t matrix_faults(const joints_t *joints, const pose_t *pose, uint32_t joint)
{
    const uint32_t parent = stored_joints(pose->model)[joint].parent;
    return is_clamped(joints->matrices[joint].m, &pose->locals[joint],
                      parent == PELT_NO_JOINT ? NULL : joints->matrices[parent].m,
                      pose->model->family->q16->joints == pelt_joints_exact)
               ? PELT_FAULT_MATRIX
               : 0u;
}

#include "check.inc"

/* clang-format off */

pelt_status pelt_pose_check_q16(pelt_fault *fault, const pose_t *pose, const joints_t *joints)
{ return pose_check(fault, pose, joints); }
