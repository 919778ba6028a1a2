/* SPDX-License-Identifier: MIT */
/* How long normals are that the kernels leave raw, and where they need no renormalising. */
#ifndef PELT_TOOLS_BAKE_VERTEX_NORMALS_H
#define PELT_TOOLS_BAKE_VERTEX_NORMALS_H

#include "bake/model.h"

/*
 * The power of two that fits the most used entry of a mesh; unit[entries of its skin] marks those
 * that it fits exactly: rigid vertices on them keep unit normals.
 */
uint32_t normals_raw_bits(bool *unit, const bake_model *model, uint32_t mesh);

#endif
