/* SPDX-License-Identifier: MIT */
/*
 * The largest numbers that the lean kernels (src/kernel/lean.c) form in 32 bits, over the rest pose and
 * all clips. They are, for each palette entry, its largest matrix element and how far its vertices lie
 * from the origin of their grid; and for each two entries that share a vertex, how far apart they move
 * the grid's origin.
 */
#ifndef PELT_TOOLS_BAKE_RANGE_LEAN_H
#define PELT_TOOLS_BAKE_RANGE_LEAN_H

#include "bake/skeleton/skins.h"

/* Largest element of an entry, in glTF units per step of its grid, and distance in glTF units. */
typedef struct lean_reach {
    double element, distance;
} lean_reach;

/* The entries, and the pairs of entries that share a vertex, which each pose is measured at. */
typedef struct lean_probe lean_probe;

lean_probe *lean_probe_make(region *memory, const bake_meshes *meshes, const bake_morphs *morphs,
                            const bake_skins *skins);

/* Extends *reach by a pose with these model matrices of joints. */
void lean_note(lean_reach *reach, lean_probe *probe, const mat34 *globals);

/* Whether the kernels hold these numbers, times `room`, in a model whose unit is 2^unit_shift of glTF. */
bool lean_fits(const lean_reach *reach, int unit_shift, double room);

#endif
