/* SPDX-License-Identifier: MIT */
/* Arms and legs of a rig, by the names of its joints, for reports. */
#ifndef PELT_TOOLS_CMD_LIMBS_H
#define PELT_TOOLS_CMD_LIMBS_H

#include "scene/scene.h"

/* Nodes; what would break the limb is SCENE_NONE where nothing does. */
typedef struct likely_limb {
    uint32_t upper, middle, end;
    uint32_t between; /* the lowest joint between these: then they have to be named */
    uint32_t uneven;  /* the lowest above the middle whose scale differs by axis: bones do not keep
                         their lengths as they turn */
} likely_limb;

/* [*count], free(): in the order of their ends. */
likely_limb *limbs_find(uint32_t *count, const scene *s);

#endif
