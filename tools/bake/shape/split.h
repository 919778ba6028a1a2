/* SPDX-License-Identifier: MIT */
/* Skins with too many joints for one palette. */
#ifndef PELT_TOOLS_BAKE_SHAPE_SPLIT_H
#define PELT_TOOLS_BAKE_SHAPE_SPLIT_H

#include "bake/shape/meshes.h"

/*
 * Cuts meshes that more joints move than one palette holds into several, element by element, each
 * with its own vertices. Vertices at the seams are then stored more than once.
 */
bake_meshes meshes_split(const bake_job *job, const bake_meshes *whole);

#endif
