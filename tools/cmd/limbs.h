/* SPDX-License-Identifier: MIT */
/* Finds the arms and legs of a rig by the names of its joints; `pelt report` lists them. */
#pragma once

#include "scene/scene.h"

/* The nodes of one limb. `between` and `uneven` are obstacles, or SCENE_NONE if there are none. */
typedef struct likely_limb {
    uint32_t upper, middle, end;
    uint32_t between; /* the lowest joint between these three: a program must then name all three */
    uint32_t
        uneven; /* the lowest joint above the middle whose scale differs by axis: below it bones
                         change their lengths as they turn */
} likely_limb;

/* Returns an array of *count limbs in the order of their ends; the caller frees it. */
likely_limb *limbs_find(uint32_t *count, const scene *s);
