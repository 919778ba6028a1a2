/* SPDX-License-Identifier: MIT */
/* Decides whether the lean kernels (src/kernel/lean.c), which compute in 32 bits, can hold every
 * number of a model. Two maxima over the rest pose and all clips decide it: the largest matrix
 * element of a palette entry; and a distance, the larger of how far a vertex lies from the place to
 * which its entry takes the origin of its grid, and how far apart two entries that share a vertex
 * take that origin. */
#pragma once

#include "bake/skeleton/skins.h"

/* The two maxima: an element in glTF units per step of its grid, a distance in glTF units. */
typedef struct lean_reach {
    double element, distance;
} lean_reach;

/* The palette entries, and the pairs of them that share a vertex, that lean_note measures. */
typedef struct lean_probe lean_probe;

lean_probe *lean_probe_make(region *memory, const bake_meshes *meshes, const bake_morphs *morphs,
                            const bake_skins *skins);

/* Extends *reach by a pose with these model matrices of joints. */
void lean_note(lean_reach *reach, lean_probe *probe, const mat34 *globals);

/* Whether the kernels can hold the maxima times `room`, in a model whose unit is 2^unit_shift glTF
 * units. */
bool lean_fits(const lean_reach *reach, int unit_shift, double room);
