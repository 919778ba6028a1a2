/* SPDX-License-Identifier: MIT */
/* The channels of one clip as curves, with the tolerance that each may take. */
#ifndef PELT_TOOLS_BAKE_CURVE_CHANNELS_H
#define PELT_TOOLS_BAKE_CURVE_CHANNELS_H

#include "bake/curve/curve.h"

typedef struct clip_curves {
    uint32_t count;
    bake_curve *curves;
    double *reach; /* [joint_count] distance, in its own units, of the vertices that it moves */
    double size;   /* of the model in this clip */
} clip_curves;

/* All that moves in a clip, not fitted yet. clip_curves_free gives it back in any case. */
bool clip_curves_gather(clip_curves *out, baker *b, uint32_t clip);
void clip_curves_free(clip_curves *curves);

#endif
