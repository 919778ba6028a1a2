/* SPDX-License-Identifier: MIT */
/* Computes boxes of a mesh's vertices along the axes of the joints that move them. They are made
 * from stored vertices through stored inverse binds, so that they contain what the device computes.
 */
#pragma once

#include "bake/model.h"
#include "bake/vertex/records.h"
#include "bake/write/encoding.h"

enum { BOXES_HEAVY, BOXES_LIGHT, BOXES_CLASSES }; /* of influences, see FORMAT_LIGHT_WEIGHT */

/* Boxes in units of the model, or glTF units in f32. */
typedef struct joint_boxes {
    uint32_t joint;
    box3 box;
    box3 grid;    /* morphed, fixed: contains every position on the grid */
    box3 *deltas; /* [target_count] at weight one; NULL: plain */
} joint_boxes;

/* The weights of a target with which no position saturates. */
typedef struct weight_interval {
    double low, high;
} weight_interval;

typedef struct mesh_boxes {
    uint32_t count[2][BOXES_CLASSES]; /* of plain ones, and of morphed ones */
    uint32_t joint_count;             /* of all these */
    joint_boxes *joints;              /* in this order; each ascending by joint */
    weight_interval *ranges;          /* [target_count]; NULL unless fixed and morphed */
    uint32_t target_count;
    double light_weight; /* most that a vertex takes of light boxes */
    double error;        /* fixed: of the kernels, in steps of Q16.16 */
    bool none;           /* the mesh is too large for boxes */
} mesh_boxes;

/* Makes the boxes of a mesh in the job's memory. */
mesh_boxes boxes_make(const bake_model *model, uint32_t mesh, const bake_records *records);
