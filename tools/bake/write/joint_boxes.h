/* SPDX-License-Identifier: MIT */
/*
 * Boxes of a mesh's vertices along the axes of the joints that move them: of stored vertices through
 * stored inverse binds, so that they hold what the device makes of these.
 */
#ifndef PELT_TOOLS_BAKE_WRITE_JOINT_BOXES_H
#define PELT_TOOLS_BAKE_WRITE_JOINT_BOXES_H

#include "bake/model.h"
#include "bake/vertex/records.h"
#include "bake/write/encoding.h"

enum { BOXES_HEAVY, BOXES_LIGHT, BOXES_CLASSES }; /* influences, see FORMAT_LIGHT_WEIGHT */

/* In units of the model, or glTF units in f32. */
typedef struct joint_boxes {
    uint32_t joint;
    bool morphed;
    box3 box;
    box3 grid;    /* morphed, fixed: of everything on the grid */
    box3 *deltas; /* [target_count] of a weight of one; morphed, else NULL */
} joint_boxes;

/* What saturated positions cannot be reached with. */
typedef struct weight_interval {
    double low, high;
} weight_interval;

typedef struct mesh_boxes {
    uint32_t count[BOXES_CLASSES];
    joint_boxes *joints;     /* heavy, then light; of each ascending by joint, morphed ones last */
    weight_interval *ranges; /* [target_count]; fixed, with morphed ones; else NULL */
    uint32_t target_count;
    double light_weight; /* most that a vertex takes of light boxes */
    double error;        /* fixed: of the kernels, in steps of Q16.16 */
    bool none;           /* too large for boxes */
} mesh_boxes;

/* Of a mesh, whose memory is the job's. */
mesh_boxes boxes_make(const bake_model *model, uint32_t mesh, const bake_records *records);

#endif
