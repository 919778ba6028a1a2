/* SPDX-License-Identifier: MIT */
/* Float palettes and model matrices, which are in glTF units already, in other layouts. */
#include "matrix.h"

#define PELT_NAME(name) name##_f32
#define PELT_PALETTE pelt_palette_f32
#define PELT_JOINTS pelt_joints_f32

static bool takes(uint32_t encoding)
{
    return encoding == PELT_FLOAT;
}

static void entry_floats(float m[12], const float entry[12], const pelt_model *model)
{
    (void)model;
    for (unsigned i = 0; i < 12u; i++)
        m[i] = entry[i];
}

static void joint_floats(float m[12], const float joint[12], const pelt_model *model,
                         uint32_t index)
{
    (void)index;
    entry_floats(m, joint, model);
}

#include "matrices.inc"
