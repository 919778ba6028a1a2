/* SPDX-License-Identifier: MIT */
/* The channels of one clip as curves, with the tolerance that each may take. */
#ifndef PELT_TOOLS_BAKE_CURVE_CHANNELS_H
#define PELT_TOOLS_BAKE_CURVE_CHANNELS_H

#include "bake/curve/curve.h"
#include "bake/model.h"

typedef struct clip_curves {
    uint32_t count;
    bake_curve *curves;
} clip_curves;

/*
 * All that moves in a clip, not fitted yet. clip_curves_free gives it back in any case. keys_left:
 * that curves may still insert, see bake_curve.
 */
bool clip_curves_gather(clip_curves *out, const bake_model *model, uint32_t clip,
                        uint32_t *keys_left);
void clip_curves_free(clip_curves *curves);

#endif
