/* SPDX-License-Identifier: MIT */
/* Finds how long normals are that the kernels leave raw, and which need no renormalising. */
#pragma once

#include "bake/model.h"

/* Returns the power of two that fits the most used entry of a mesh. unit[entries of its skin] marks
 * the entries that it fits exactly: rigid vertices on them keep unit normals. */
uint32_t normals_raw_bits(bool *unit, const bake_model *model, uint32_t mesh);
