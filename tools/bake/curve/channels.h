/* SPDX-License-Identifier: MIT */
/* Gathers the channels of one clip as curves, each with the tolerance that it may use. */
#pragma once

#include "bake/curve/curve.h"
#include "bake/model.h"

typedef struct clip_curves {
    uint32_t count;
    bake_curve *curves;
} clip_curves;

/* Gathers every curve of a clip, not fitted yet. clip_curves_free releases it even after a failure.
 * keys_left: see bake_curve. */
bool clip_curves_gather(clip_curves *out, const bake_model *model, uint32_t clip,
                        uint32_t *keys_left);
void clip_curves_free(clip_curves *curves);
