/* SPDX-License-Identifier: MIT */
/*
 * Rigid skinning in the PlayStation's geometry coprocessor, in its own 4.12: palette entries as
 * rotation matrices, vertices of one influence multiplied by MVMVA: nine products a command, and
 * not the bits of pelt_skin_q16(). An optional way, linked where it is used. (The q12 kernels of
 * this port use the GTE too, and give the reference's bits.)
 *
 * An entry's 3x3 is rounded to 16 bits at a shift of its own. Each component of a position is
 * within PELT_GTE_ERROR(shift) steps of Q16.16 internal units of what pelt_skin_q16() gives, for
 * every entry and every position: about 5e-5 of the model's size where the entry does not scale.
 * Unit normals are within PELT_GTE_NORMAL_ERROR by component where the entry scales no axis more
 * than eight times as much as another.
 *
 * Overwrites the GTE's rotation matrix, V0, V1 and results.
 */
#ifndef PELT_GTE_H
#define PELT_GTE_H

#include <stdint.h>

#include "pelt.h"

/*
 * Three elements off by half a step of 2^shift in Q33, times 2^15 grid steps: 3 * 2^(shift - 3) in
 * Q16; half a step of the sum behind its shift by 12, Q(21 - shift): 2^(shift - 6); and 3 for the
 * rounding of both sides.
 */
#define PELT_GTE_ERROR(shift) ((3u << (shift) >> 3) + (1u << (shift) >> 6) + 3u)
#define PELT_GTE_NORMAL_ERROR 64 /* steps of 1/65536 */

typedef struct pelt_gte_matrix {
    uint32_t rotation[5];   /* as CTC2 0 to 4 take it: 4.12 */
    int32_t translation[3]; /* Q16.16 internal units */
    uint32_t shift;         /* [0, 16]: the rotation's elements are Q(33 - shift) per grid step */
} pelt_gte_matrix;

/* Of a position in grid steps: translation + (rotation * p >> 12) * 2^(shift - 5), Q16.16. */
void pelt_gte_matrix_q16(pelt_gte_matrix *out, const pelt_matrix_q16 *entry);

/*
 * As pelt_skin_q16(), with the same arguments and statuses, also for PELT_RAW_NORMALS. Vertices of
 * more influences, of mixes and copies go to pelt_skin_q16().
 */
pelt_status pelt_gte_skin_q16(const pelt_output_q16 *out, const pelt_model *model, uint32_t mesh,
                              const pelt_palette_q16 *palette, uint32_t first, uint32_t count);

#endif
