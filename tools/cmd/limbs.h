/* SPDX-License-Identifier: MIT */
/* Finds the arms and legs of a rig by the names of its joints; `bake --verbose` lists them. */
#pragma once

#include "scene/scene.h"

/* The nodes of one limb. `between` and `uneven` are obstacles, or SCENE_NONE if there are none. */
typedef struct likely_limb {
    uint32_t upper, middle, end;
    uint32_t between; /* the lowest joint between these three: a program must then name all three */
    /* the lowest joint above the middle whose scale differs by axis: below it bones change their
     * lengths as they turn */
    uint32_t uneven;
} likely_limb;

/* Returns an array of *count limbs in the order of their ends; the caller frees it. */
likely_limb *limbs_find(uint32_t *count, const scene *s);

/* Where several meshes hang on one hand, a character carries one of them: writes the value of
 * --meshes that takes every other mesh and one for each such hand, a shield or a sword if there is
 * one. Returns how many meshes that leaves out; 0: none, or the list is longer than `size`. */
uint32_t limbs_empty_hands(char *list, size_t size, const scene *s);
