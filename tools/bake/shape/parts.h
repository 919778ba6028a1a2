/* SPDX-License-Identifier: MIT */
/* Parts of few joints, for hardware with a small palette: --max-palette. */
#ifndef PELT_TOOLS_BAKE_SHAPE_PARTS_H
#define PELT_TOOLS_BAKE_SHAPE_PARTS_H

#include "bake/shape/meshes.h"

/*
 * Cuts primitives that more joints move than options->order.max_palette says into several,
 * element by element, each with its own vertices: the parts of a mesh. False where one element needs
 * more.
 */
bool meshes_cut(bake_meshes *meshes, const bake_job *job);

#endif
