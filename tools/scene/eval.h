/* SPDX-License-Identifier: MIT */
/* The double-precision reference: evaluates where the vertices of a glTF scene are at a moment.
 * Errors of the device library are measured against it. */
#pragma once

#include "scene/box.h"
#include "scene/scene.h"

#define EVAL_REST UINT32_MAX /* clip index that stands for the stored node transforms */

enum {
    EVAL_UNIT_ROTATIONS = 1, /* normalise every rotation: of keys, rest and results */
    /* scale each vertex's weights to sum to one; without weights it is bound to the node */
    EVAL_UNIT_WEIGHTS = 2,
    EVAL_DUAL = 4,   /* blend dual quaternions, where a primitive has weights for them (--volume) */
    EVAL_FORMER = 8, /* blend the weights for dual quaternions linearly */
};

typedef struct eval_pose {
    uint32_t node_count;
    scene_local *locals;
    mat34 *globals;  /* to glTF scene space */
    double *weights; /* morph weights of all nodes, see eval_weights */
    /* [node_count + 1]; node i has the mesh's target_count weights from weight_first[i] on. */
    uint32_t *weight_first;
    region memory; /* holds all arrays */
} eval_pose;

/* Allocates a pose for this scene, in the rest pose; eval_pose_free releases it. */
void eval_pose_init(eval_pose *pose, const scene *s);
void eval_pose_free(eval_pose *pose);

/* Sets the pose of a clip (glTF animation index, or EVAL_REST) at a glTF time. Each channel clamps
 * at its own ends. */
void eval_pose_sample(eval_pose *pose, const scene *s, uint32_t clip, double time_s,
                      unsigned flags);

/* Replaces the morph weights of every mesh; missing weights are zero, extra ones ignored. */
void eval_pose_set_morph(eval_pose *pose, const double *weights, uint32_t count);

/* The node's morph weights [target_count of its mesh]. */
static inline const double *eval_weights(const eval_pose *pose, uint32_t node)
{
    return pose->weights + pose->weight_first[node];
}

/* The position of a vertex with its morph targets, before skinning. weights: [target_count of the
 * primitive]. */
void eval_morphed(double out[3], const scene_primitive *primitive, uint32_t vertex,
                  const double *weights);

/* Computes the vertices of one instance in scene space: morphed, then skinned or moved with the
 * node. Normals and tangents have unit length, or are zero where the result has no direction; their
 * matrix is the 3x3 part of the mixed palette entries. tangents[][3] is the stored handedness.
 * Outputs may be NULL; outputs without source data are left unchanged. */
void eval_instance(double (*positions)[3], double (*normals)[3], double (*tangents)[4],
                   const scene *s, const eval_pose *pose, const scene_instance *instance,
                   unsigned flags);

/* For each vertex of an instance 1 if its matrix mirrors, else -1; one that flattens counts as most others. */
void eval_sides(int8_t *sides, const scene *s, const eval_pose *pose,
                const scene_instance *instance);

/* Whether most corners of a triangle are mirrored: its front is then where it runs clockwise. */
static inline bool eval_is_mirrored(const int8_t *sides, const uint32_t corners[3])
{
    return sides[corners[0]] + sides[corners[1]] + sides[corners[2]] > 0;
}

/* Extends the box by the vertices of an instance. */
void eval_extend_box(box3 *box, const scene *s, const eval_pose *pose,
                     const scene_instance *instance, unsigned flags);

/* The mixed (or rigid) matrix of each vertex, matrices[vertex_count], which eval_instance
 * applies. */
void eval_instance_matrices(mat34 *matrices, const scene *s, const eval_pose *pose,
                            const scene_instance *instance, unsigned flags);
