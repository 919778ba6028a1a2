/* SPDX-License-Identifier: MIT */
/* The joints that move a vertex, those between them, and what all of them do in poses by which
 * volume.c judges: moments of the clips, and test poses in which each of the joints bends to 120
 * degrees and twists to 150. */
#pragma once

#include "reduce/fitter.h"
#include "scene/dual_quaternion.h"

enum {
    SET_MOST_PARTS = 7, /* in-betweens of a joint */
    SET_MOST_TURNING = 12,
    SET_MOST_JOINTS = SCENE_MAX_INFLUENCES + 2 * SET_MOST_TURNING,
    SET_MOST_LONG = 6 /* joints of a vertex with long in-betweens */
};

/* A skin while joints get in-betweens. */
typedef struct set_skin {
    const scene_skin *skin;
    uint32_t *above;     /* [joint_count] the skin's next joint above it, or SCENE_NONE */
    double (*pivots)[3]; /* [joint_count] */
    uint32_t *parts;     /* [joint_count] number of in-betweens */
} set_skin;

void set_skin_open(set_skin *out, region *memory, const scene *s, const scene_skin *skin);

typedef struct joint_set {
    const set_skin *of;
    const scene_samples *samples;
    uint32_t count, turning_count;
    uint32_t joints[SET_MOST_JOINTS];   /* of the skin; those of the vertices' weights are first */
    uint32_t weighted;                  /* their number */
    uint32_t turning[SET_MOST_TURNING]; /* joints that turn some of the vertex's against others */
    uint32_t pose_count, clip_count;    /* of all, moments of rest and clips, which are first */
    double *sizes;                      /* [pose_count] of the model; infinite: it does not count */
    mat34 *palette;                     /* [pose_count][count] */
    dual_joint *duals;                  /* [pose_count][weighted] */
    uint32_t candidate_count;
    scene_between *candidates; /* [candidate_count] part 0: `joint` itself */
    mat34 *moves;              /* [pose_count][candidate_count] */
    region memory;
} joint_set;

/* Finds the joints of these influences. */
void joint_set_find(joint_set *out, const set_skin *of, const influence *pairs, uint32_t count);

/* The joint, of `turning`, that a pose behind clip_count turns. */
uint32_t joint_set_tested(const joint_set *set, uint32_t pose);

/* Computes the rest; region_free of `memory` releases it. longer: candidates are also in-betweens of chains:
 * from above a joint to one below it that has weight. */
void joint_set_pose(joint_set *set, const scene_samples *samples, bool longer);
