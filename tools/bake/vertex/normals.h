/* SPDX-License-Identifier: MIT */
/* Finds how long normals are that the kernels leave raw, and which need no renormalising. */
#ifndef PELT_TOOLS_BAKE_VERTEX_NORMALS_H
#define PELT_TOOLS_BAKE_VERTEX_NORMALS_H

#include "bake/model.h"

/*
 * Returns the power of two that fits the most used entry of a mesh. unit[entries of its skin] marks
 * the entries that it fits exactly: rigid vertices on them keep unit normals.
 */
uint32_t normals_raw_bits(bool *unit, const bake_model *model, uint32_t mesh);

#endif
