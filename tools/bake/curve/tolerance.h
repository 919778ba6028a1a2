/* SPDX-License-Identifier: MIT */
/* How far a track may be off: what it moves by that stays within a part of the model's size. */
#ifndef PELT_TOOLS_BAKE_CURVE_TOLERANCE_H
#define PELT_TOOLS_BAKE_CURVE_TOLERANCE_H

#include "bake/model.h"
#include "src/blob/format.h"

/* Of one clip. */
typedef struct clip_levers {
    double size;   /* of the model in this clip */
    double *reach; /* [joint_count] distance, in its own units, of the vertices that it moves */
} clip_levers;

clip_levers levers_make(const bake_model *model, uint32_t clip);
void levers_free(clip_levers *levers);

/* In the units of bake_curve.tolerance. */
double joint_tolerance(const bake_model *model, const clip_levers *levers, uint32_t clip,
                       uint32_t joint, enum format_path path);
double weight_tolerance(const bake_model *model, const clip_levers *levers, uint32_t clip,
                        uint32_t mesh);

#endif
