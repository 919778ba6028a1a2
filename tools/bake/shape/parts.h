/* SPDX-License-Identifier: MIT */
/* Cuts meshes into parts of few joints, for hardware with a small palette: --max-palette. */
#pragma once

#include "bake/shape/meshes.h"

/* Cuts primitives moved by more joints than options->order.max_palette into several, element by
 * element, each with its own vertices: the parts of a mesh. Returns false if one element needs more
 * joints than that. */
bool meshes_cut(bake_meshes *meshes, const bake_job *job);
