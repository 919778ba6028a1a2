/* SPDX-License-Identifier: MIT */
/* Makes blob joints with rest transforms from the nodes that move a vertex or are sockets, and from
 * their ancestors. */
#pragma once

#include "bake/shape/meshes.h"
#include "scene/decompose.h"
#include "scene/eval.h"

typedef struct bake_joint {
    /* glTF; BAKE_NONE: a helper, which holds half of its only child's sheared matrix */
    uint32_t node;
    uint32_t parent; /* blob joint, or BAKE_NONE */
    bool has_helper; /* the parent is this joint's helper */
} bake_joint;

typedef struct bake_joints {
    uint32_t count, helper_count;
    const bake_joint *joints; /* depth first: each before its descendants */
    const trs *rest;          /* [count] */
    const uint32_t *of_node;  /* [node_count], or BAKE_NONE */
} bake_joints;

bool joints_make(bake_joints *out, const bake_job *job, const bake_meshes *meshes);

/* Computes the model-space matrices of all joints in a pose of the scene. */
void joints_globals(mat34 *globals, const bake_joints *joints, const eval_pose *pose);

/* The same from local transforms. */
void joints_chain(mat34 *globals, const bake_joints *joints, const trs *locals);

/* Whether a clip's channel animates anything in the blob: a joint, or the weights of a blob
 * mesh. */
static inline bool channel_is_used(const scene_channel *channel, const bake_meshes *meshes,
                                   const bake_joints *joints)
{
    const uint32_t *of_node = channel->path == SCENE_WEIGHTS ? meshes->of_node : joints->of_node;
    return of_node[channel->node] != BAKE_NONE;
}
