/* SPDX-License-Identifier: MIT */
/* Masks for layers of poses: the weight of each joint and mesh in a layer (pelt/motion.h). */
#pragma once

#include "bake/job/job.h"
#include "bake/shape/meshes.h"
#include "bake/skeleton/joints.h"

typedef struct bake_mask {
    const char *name;
    uint8_t *weights; /* of the joints, then of the meshes; 255 is one */
} bake_mask;

typedef struct bake_masks {
    uint32_t count;
    bake_mask *masks;
} bake_masks;

/* Parses the option NAME=JOINT[*W][+JOINT[*W]...]. Each JOINT, any node by index or name, stands
 * for itself and all below it; later ones override earlier ones. Returns false, with DIAG_USAGE,
 * for a mask that names nothing. */
bool masks_make(bake_masks *out, const bake_job *job, const bake_meshes *meshes,
                const bake_joints *joints);
