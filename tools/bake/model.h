/* SPDX-License-Identifier: MIT */
/* All that is known of a model before its bytes. Each field is the result of one stage (bake.c). */
#ifndef PELT_TOOLS_BAKE_MODEL_H
#define PELT_TOOLS_BAKE_MODEL_H

#include "bake/extremes.h"
#include "bake/masks.h"
#include "bake/mix.h"
#include "bake/units.h"

typedef struct bake_model {
    const bake_job *job;
    bake_meshes meshes;
    bake_morphs morphs;
    bake_joints joints;
    bake_masks masks;
    bake_skins skins;
    bake_extremes extremes;
    bake_units units;
    bake_mixes mixes;
    struct mesh_boxes *boxes; /* [mesh count] made with the first bytes, see boxes.h */
} bake_model;

#endif
