/* SPDX-License-Identifier: MIT */
/*
 * How far the numbers of q12 go that its kernels form in 32 bits (src/kernel/lean.c), over rest and clips:
 * of every entry the element and the way from the grid's origin to a vertex, of every two entries
 * that share a vertex the distance between the places where they put the grid's origin.
 */
#ifndef PELT_TOOLS_BAKE_RANGE_LEAN_H
#define PELT_TOOLS_BAKE_RANGE_LEAN_H

#include "bake/skeleton/skins.h"

/* Largest element of an entry, in glTF units per step of its grid, and distance in glTF units. */
typedef struct lean_reach {
    double element, distance;
} lean_reach;

/* What is looked at in each pose. */
typedef struct lean_probe lean_probe;

lean_probe *lean_probe_make(region *memory, const bake_meshes *meshes, const bake_morphs *morphs,
                            const bake_skins *skins);

/* Extends *reach by a pose with these model matrices of joints. */
void lean_note(lean_reach *reach, lean_probe *probe, const mat34 *globals);

/* Whether kernels hold that, times `room`, where the unit is 2^unit_shift. */
bool lean_fits(const lean_reach *reach, int unit_shift, double room);

#endif
