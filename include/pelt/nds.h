/* SPDX-License-Identifier: MIT */
/*
 * For the Nintendo DS's geometry engine: palette entries of exact models as its matrices, and the
 * vertices of one influence as its commands take them. Vertices of more influences are for
 * pelt_mesh_skin_q16. Compiled where PELT_NDS is defined. Conventions: pelt.h.
 *
 * The engine multiplies in 20.12 fixed point and drops what is below. Positions come out in 20.12
 * of the model's units; each component is within PELT_NDS_ERROR / 4096 units of what
 * pelt_mesh_skin_q16 gives, for every entry and every position: 1.1e-4 of the model's size.
 */
#ifndef PELT_NDS_H
#define PELT_NDS_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PELT_NDS_ERROR 14  /* steps of 1/4096 */
#define PELT_NDS_STACK 31u /* matrices in the engine's stack */

/* For MTX_LOAD_4x3: images of the axes x, y, z, then the translation; 20.12. */
typedef struct pelt_nds_matrix {
    int32_t m[12];
} pelt_nds_matrix;

/*
 * Of one entry of a palette. Positions: from a pelt_nds_vertex to the model's units. Directions
 * come out with the length they went in with, where the entry scales all axes alike.
 *
 * positions, directions  either may be NULL
 * entry            0 up to what pelt_nds_vertex_get names; PELT_E_RANGE past the palette's last
 * raw_normal_bits  of the mesh: pelt_mesh_info; 0 to 30, else PELT_E_ARGUMENT
 * PELT_E_FAMILY    where the model is not exact
 */
pelt_status pelt_nds_matrices_get(pelt_nds_matrix *positions, pelt_nds_matrix *directions,
                                  const pelt_palette_q16 *palette, uint32_t entry,
                                  uint32_t raw_normal_bits);

/* A vertex as commands of the engine, and the entry that moves it. */
typedef struct pelt_nds_vertex {
    uint32_t entry;  /* of the palette */
    uint32_t xy, z;  /* parameters of VTX_16 */
    uint32_t normal; /* parameter of NORMAL */
} pelt_nds_vertex;

/*
 * A vertex as it is stored, without what morph targets add; its normal is of unit length, in blobs
 * of `bake --pack` 0.8 to 1.1 long. PELT_E_RANGE if there is no such, it has more than one
 * influence, or the baker made it a copy of another; PELT_E_FAMILY where the model is not exact.
 */
pelt_status pelt_nds_vertex_get(pelt_nds_vertex *vertex, const pelt_model *model, uint32_t mesh,
                                uint32_t index);

/* The parameter of NORMAL for a unit vector in Q16.16, int32_t[3]: Q9 to nearest, in 10 bits each,
 * which have -1 and not 1. */
#define PELT_NDS_NORMAL(v)                                                                         \
    (PELT_NDS_STEPS((v)[0]) | PELT_NDS_STEPS((v)[1]) << 10 | PELT_NDS_STEPS((v)[2]) << 20)
#define PELT_NDS_STEPS(q16) /* 64 rounds; 2^17 keeps the sum positive and leaves the ten bits */   \
    ((uint32_t)(((q16) > 65407 ? 65407 : (q16) < -65536 ? -65536 : (q16)) + 131136) >> 7 & 1023u)

#ifdef __cplusplus
}
#endif

#endif
