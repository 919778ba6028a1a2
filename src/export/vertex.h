/* SPDX-License-Identifier: MIT */
/* One vertex of a mesh, whatever way the blob stores it. */
#ifndef PELT_EXPORT_VERTEX_H
#define PELT_EXPORT_VERTEX_H

#include "../blob/format.h"
#include "pelt.h"

/* The base shape, without what morph targets add. What the mesh has not is 0, white, or w = 1. */
typedef struct export_vertex {
    float position[3];           /* glTF units; of fixed-point models grid steps / 32767 */
    float normal[3], tangent[4]; /* of unit length */
    float uv[2];
    uint8_t colour[4];   /* linear */
    uint32_t influences; /* 1 to 4; beyond them joints and weights are 0 */
    uint32_t joints[4];  /* entries of the skin's palette */
    float weights[4];
} export_vertex;

/* vertex: one that the mesh, which exists, has. */
void pelt_export_vertex(export_vertex *out, const pelt_model *model, uint32_t mesh,
                        uint32_t vertex);

/* Its joints and weights alone. */
void pelt_export_influences(export_vertex *out, const pelt_model *model, uint32_t mesh,
                            uint32_t vertex);

#endif
