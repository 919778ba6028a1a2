/* SPDX-License-Identifier: MIT */
/* No tuned stages for this core: the reference. */
#include "kernel.h"

void pelt_kernel_tracks_f32(pelt_local_f32 *locals, const format_track *tracks, uint32_t count,
                            const uint8_t *keys, pelt_time time)
{
    pelt_reference_tracks_f32(locals, tracks, count, keys, time);
}

void pelt_kernel_joints_f32(pelt_matrix_f32 *matrices, const pelt_local_f32 *locals,
                            const format_joint *joints, uint32_t count)
{
    pelt_reference_joints_f32(matrices, locals, joints, count);
}

void pelt_kernel_palette_f32(pelt_matrix_f32 *palette, const pelt_matrix_f32 *matrices,
                             const format_entry_f32 *entries, uint32_t count)
{
    pelt_reference_palette_f32(palette, matrices, entries, count);
}
