/* SPDX-License-Identifier: MIT */
/* Splits meshes whose skins have too many joints for one palette. */
#pragma once

#include "bake/shape/meshes.h"

/* Splits meshes moved by more joints than one palette holds, element by element, into several, each
 * with its own vertices. Vertices at the seams are then stored more than once. */
bake_meshes meshes_split(const bake_job *job, const bake_meshes *whole);
