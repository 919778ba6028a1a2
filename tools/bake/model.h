/* SPDX-License-Identifier: MIT */
/* Everything that is known of a model before its bytes. Each field is the result of one stage
 * (baking.c). */
#pragma once

#include "bake/range/extremes.h"
#include "bake/range/units.h"
#include "bake/skeleton/masks.h"

typedef struct bake_model {
    const bake_job *job;
    bake_textures textures;
    bake_meshes meshes;
    bake_morphs morphs;
    bake_joints joints;
    bake_masks masks;
    bake_skins skins;
    bake_extremes extremes;
    bake_units units;
    struct mesh_boxes *boxes; /* [mesh count] computed with the first bytes, see joint_boxes.h */
    /* The storage for *job and the values that it points to. */
    bake_job own_job;
    bake_options options;
    region memory;
} bake_model;
