/* SPDX-License-Identifier: MIT */
/*
 * The double-precision reference: what a glTF says the vertices are at a moment. The device library
 * is measured by it.
 */
#ifndef PELT_TOOLS_SCENE_EVAL_H
#define PELT_TOOLS_SCENE_EVAL_H

#include "scene/box.h"
#include "scene/scene.h"

#define EVAL_REST UINT32_MAX /* clip index of the node transforms as stored */

enum {
    EVAL_UNIT_ROTATIONS = 1, /* normalise every rotation: keys, rest, results */
    EVAL_UNIT_WEIGHTS = 2    /* each vertex's weights sum to one; all zero: bound to the node */
};

typedef struct eval_local {
    double t[3], r[4], s[3];
    bool has_matrix; /* then only `matrix` counts */
    mat34 matrix;
} eval_local;

typedef struct eval_pose {
    uint32_t node_count;
    eval_local *locals;
    mat34 *globals;         /* to glTF scene space */
    double *weights;        /* morph weights of all nodes, see eval_weights */
    uint32_t *weight_first; /* [node_count + 1]; node i has the mesh's target_count weights from
                               weight_first[i] */
} eval_pose;

/* Allocates for this scene; eval_pose_free gives it back. Fresh poses hold the rest pose. */
void eval_pose_init(eval_pose *pose, const scene *s);
void eval_pose_free(eval_pose *pose);

/* Clip (glTF animation index, or EVAL_REST) at a glTF time; each channel clamps at its own ends. */
void eval_pose_sample(eval_pose *pose, const scene *s, uint32_t clip, double time_s,
                      unsigned flags);

/* Replaces the morph weights of every mesh: missing ones zero, extra ones ignored. */
void eval_pose_set_morph(eval_pose *pose, const double *weights, uint32_t count);

/* The node's morph weights [target_count of its mesh]. */
static inline const double *eval_weights(const eval_pose *pose, uint32_t node)
{
    return pose->weights + pose->weight_first[node];
}

/* A vertex as its targets move it, not yet skinned. weights: [target_count of the primitive]. */
void eval_morphed(double out[3], const scene_primitive *primitive, uint32_t vertex,
                  const double *weights);

/* palette[joint_count] = global of the joint x its inverse bind matrix. */
void eval_skin_palette(mat34 *palette, const scene *s, const eval_pose *pose, uint32_t skin);

/*
 * Vertices of one instance in scene space: morphed, then skinned or moved with the node.
 * Normals and tangents are unit length, or zero where the result has no direction; their matrix is
 * the 3x3 part of the mixed palette entries. tangents[][3] is the stored handedness. Outputs may be NULL;
 * those without source data are left alone.
 */
void eval_instance(double (*positions)[3], double (*normals)[3], double (*tangents)[4],
                   const scene *s, const eval_pose *pose, const scene_instance *instance,
                   unsigned flags);

/* Takes the vertices of an instance into the box. */
void eval_extend_box(box3 *box, const scene *s, const eval_pose *pose,
                     const scene_instance *instance, unsigned flags);

/* The mixed (or rigid) matrix of each vertex, matrices[vertex_count], that the above applies. */
void eval_instance_matrices(mat34 *matrices, const scene *s, const eval_pose *pose,
                            const scene_instance *instance, unsigned flags);

#endif
