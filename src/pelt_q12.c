/* SPDX-License-Identifier: MIT */
/* The lean stages: palette, morph and skin; poses and model matrices are those of pelt_q16.c. */
#include <stdbool.h>

#include "arena.h"
#include "kernel.h"
#include "memory.h"
#include "q12.h"
#include "view.h"

#define PELT_MATRIX pelt_matrix_q16
#define PELT_JOINTS pelt_joints_q16
#define PELT_PALETTE pelt_palette_q12
#define PELT_MORPHED pelt_morphed_q12
#define PELT_OUTPUT pelt_output_q16
#define NUM_RECORD_BYTES(influences) format_record_bytes_q12(influences)
#define KERNEL_NAME(n) pelt_kernel_##n##_q12
#define TANGENT_KERNEL pelt_reference_tangents_q12
#define ENTRY_KERNEL pelt_kernel_entry_q12
#define MIX_KERNEL pelt_kernel_mix_q12
#define MIXED_KERNEL pelt_kernel_1_q12
#define MIXED_REFERENCE pelt_reference_1_q12
#define NUM_HEAD_BYTES(influences) format_head_bytes_q12(influences)
#define PALETTE_KERNEL build_all_entries

static void finish_normals(num *normals, uint32_t stride_bytes, uint32_t count, bool unit,
                           uint32_t raw_bits)
{
    (void)unit; /* seven bits of normal are not of unit length */
    (void)raw_bits;
    pelt_kernel_normalise_q16(normals, stride_bytes, count);
}

pelt_status pelt_build_joints_q12(pelt_joints_q16 *joints, const pelt_model *model,
                                  const pelt_pose_q16 *pose)
{
    if (joints == NULL || joints->matrices == NULL || model == NULL || pose == NULL ||
        pose->locals == NULL)
        return PELT_E_ARGUMENT;
    if (model->flavour != PELT_Q12)
        return PELT_E_FLAVOUR;
    if (joints->model != model || joints->count != model->joint_count || pose->model != model ||
        pose->count != model->joint_count)
        return PELT_E_MISMATCH;
    for (uint32_t i = 0; i < joints->count; i++) {
        const uint32_t parent = view_joints(model)[i].parent;
        pelt_kernel_joint_q12(joints->matrices[i].m, &pose->locals[i],
                              parent == PELT_NO_JOINT ? NULL : joints->matrices[parent].m);
    }
    return PELT_OK;
}

#include "palette.inc"
#include "morph.inc"
#include "skin.inc"
