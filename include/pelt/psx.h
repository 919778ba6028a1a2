/* SPDX-License-Identifier: MIT */
/*
 * Rigid skinning in the PlayStation's geometry coprocessor, in its own 4.12: palette entries as
 * rotation matrices, vertices of one influence multiplied by MVMVA: nine products a command, and
 * not the bits of pelt_mesh_skin_q16. (Lean models have kernels in the GTE, with the reference's
 * bits.) Compiled for -DPELT_PORT_PSX. Conventions: pelt.h.
 *
 * An entry's 3x3 is rounded to 16 bits at a shift of its own. Each component of a position is
 * within PELT_GTE_ERROR(shift) steps of Q16.16 of what pelt_mesh_skin_q16 gives, for every entry
 * and every position: about 5e-5 of the model's size where the entry does not scale. Unit normals
 * are within PELT_GTE_NORMAL_ERROR by component where the entry scales no axis more than eight
 * times as much as another.
 *
 * Overwrites the GTE's rotation matrix, V0, V1 and results.
 */
#ifndef PELT_PSX_H
#define PELT_PSX_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Three elements off by half a step of 2^shift in Q33, times 2^15 grid steps: 3 * 2^(shift - 3) in
 * Q16; half a step of the sum behind its shift by 12, Q(21 - shift): 2^(shift - 6); and 3 for the
 * rounding of both sides.
 */
#define PELT_GTE_ERROR(shift) ((3u << (shift) >> 3) + (1u << (shift) >> 6) + 3u)
#define PELT_GTE_NORMAL_ERROR 64 /* steps of 1/65536 */

/* A palette entry in the registers' formats. */
typedef struct pelt_gte_matrix {
    uint32_t rotation[5];   /* as CTC2 0 to 4 take it: 4.12 */
    int32_t translation[3]; /* Q16.16, the model's units */
    uint32_t shift;         /* [0, 16]: the rotation's elements are Q(33 - shift) per grid step */
} pelt_gte_matrix;

/*
 * Of a position in grid steps: translation + (rotation * p >> 12) * 2^(shift - 5), Q16.16.
 * entry          PELT_E_RANGE past the palette's last
 * PELT_E_FAMILY  where the model is not exact
 */
pelt_status pelt_gte_matrix_get(pelt_gte_matrix *matrix, const pelt_palette_q16 *palette,
                                uint32_t entry);

/*
 * As pelt_mesh_skin_q16 without a morph, also for PELT_RAW_NORMALS. Vertices of more influences,
 * copies and those of `bake --pack` go there. PELT_E_FAMILY where the model is not exact.
 */
pelt_status pelt_mesh_skin_gte(const pelt_output_q16 *out, uint32_t mesh,
                               const pelt_palette_q16 *palette, uint32_t first, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
