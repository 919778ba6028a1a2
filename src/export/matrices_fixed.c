/* SPDX-License-Identifier: MIT */
/*
 * Fixed-point palettes and model matrices out as floats. An integer below 2^31 becomes a float
 * within 2^-24 of itself; powers of two are exact, EXPORT_GRID is one rounding more: 2^-23 in all.
 */
#include "matrix.h"

#define PELT_NAME(name) name##_q16
#define PELT_PALETTE pelt_palette_q16
#define PELT_JOINTS pelt_joints_q16

static bool takes(uint32_t encoding)
{
    return encoding == PELT_EXACT || encoding == PELT_LEAN;
}

/* 3x3 in Q33 of units per grid step, in lean models Q30; translation Q17, Q16. */
static void entry_floats(float m[12], const int32_t entry[12], const pelt_model *model)
{
    const bool lean = model->encoding == PELT_LEAN;
    export_scale(m, entry, export_power(model->unit_shift - (lean ? 30 : 33)) * EXPORT_GRID,
                 export_power(model->unit_shift - (lean ? 16 : 17)));
}

/* 3x3 in Q29 of the joint's power of two; translation in the model's units. */
static void joint_floats(float m[12], const int32_t joint[12], const pelt_model *model,
                         uint32_t index)
{
    export_scale(m, joint, export_power(view_joints(model)[index].scale_shift - 29),
                 export_power(model->unit_shift - (int32_t)model->length_bits));
}

#include "matrices.inc"
