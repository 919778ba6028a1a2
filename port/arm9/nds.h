/* SPDX-License-Identifier: MIT */
/*
 * For the Nintendo DS's geometry engine: palette entries as its matrices, and the vertices of one
 * influence as its commands take them. Vertices of more influences are skinned by pelt_skin_q16().
 * Not part of the portable library; port/arm9 brings it.
 *
 * The engine multiplies in 20.12 fixed point and drops what is below. Positions come out in 20.12
 * internal units; each component is within PELT_NDS_ERROR / 4096 internal units of what
 * pelt_skin_q16() gives, for every entry and every position: 1.1e-4 of the model's size at worst.
 */
#ifndef PELT_NDS_H
#define PELT_NDS_H

#include <stdint.h>

#include "pelt.h"

#define PELT_NDS_ERROR 14 /* steps of 1/4096 */
#define PELT_NDS_STACK 31u /* matrices in the engine's stack */

/* For MTX_LOAD_4x3: images of the axes x, y, z, then the translation; 20.12. */
typedef struct pelt_nds_matrix {
    int32_t m[12];
} pelt_nds_matrix;

/* From a pelt_nds_vertex to internal units. */
void pelt_nds_position_matrix(pelt_nds_matrix *out, const pelt_matrix_q16 *entry);

/*
 * For directions: normals come out with the length they went in with, where the entry scales all
 * axes alike. The translation is zero.
 * raw_normal_bits   of the mesh, see pelt_mesh_info
 */
void pelt_nds_direction_matrix(pelt_nds_matrix *out, const pelt_matrix_q16 *entry,
                               uint32_t raw_normal_bits);

typedef struct pelt_nds_vertex {
    uint32_t entry;    /* of the palette */
    uint32_t xy, z;    /* parameters of VTX_16 */
    uint32_t normal;   /* parameter of NORMAL */
} pelt_nds_vertex;

/*
 * PELT_E_RANGE if there is no such vertex, it has more than one influence, or the baker made it a
 * copy of another; PELT_E_FLAVOUR if the model is not q16. Does not look at morph targets.
 */
pelt_status pelt_nds_vertex_get(pelt_nds_vertex *out, const pelt_model *model, uint32_t mesh,
                                uint32_t vertex);

/* The parameter of NORMAL for a unit vector in Q16.16. */
uint32_t pelt_nds_normal(const int32_t normal[3]);

#endif
