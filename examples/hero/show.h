/* SPDX-License-Identifier: MIT */
/* The schedule of the demo: which clip is shown at which time, and from where. */
#pragma once

#include "renderer.h"

#define SHOW_STEPS 2u
#define SHOW_FRAME_MS 70u

typedef struct show {
    uint32_t clips[SHOW_STEPS];
    uint32_t frame_count;
} show;

/* Plans a show in which the hero walks and waves. */
void show_plan(show *plan, const pelt_model *model);

/* frame < frame_count; after the last frame the show starts again. */
void show_at(shot *s, const show *plan, const pelt_model *model, uint32_t frame);
