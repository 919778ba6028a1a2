/* SPDX-License-Identifier: MIT */
/* All stages in float: the arithmetic, then each stage once. */
#include <stdbool.h>

#include "../arithmetic/f32.h"
#include "../base/arena.h"
#include "../base/memory.h"
#include "../blob/view.h"
#include "../kernel/use_f32.h"
#include "types.inc"

#define TRACK_KERNEL pelt_kernel_track_f32
#define JOINT_KERNEL pelt_reference_joint_f32
#define JOINTS_LOOP pelt_reference_joints_f32
#define PALETTE_LOOP pelt_reference_palette_f32
#define JOINT_REFERENCE pelt_reference_joint_f32
#define ENTRY_KERNEL build_entry
#define ENTRY_REFERENCE pelt_reference_entry_f32

#include "pose.inc"
#include "sample.inc"
#include "joints.inc"
#include "palette.inc"
#include "morph_weights.inc"
#include "morph.inc"
#include "run.inc"
#include "skin.inc"

void pelt_reference_track_f32(pelt_local_f32 *local, uint32_t kind, const void *values,
                              const timeline_place *place)
{
    sample_track(local, kind, values, place);
}

pelt_status pelt_joints_get_f32(pelt_matrix_f32 *matrix, const pelt_joints_f32 *joints,
                                uint32_t joint)
{
    const pelt_status status = check_joints(joints);
    if (matrix == NULL || status != PELT_OK)
        return matrix == NULL ? PELT_E_ARGUMENT : status;
    if (joint >= joints->model->joint_count)
        return PELT_E_RANGE;
    for (unsigned i = 0; i < 12u; i++)
        matrix->m[i] = joints->matrices[joint].m[i];
    return PELT_OK;
}
