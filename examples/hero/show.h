/* SPDX-License-Identifier: MIT */
/* What happens when in the demo: which clip, which time, seen from where. */
#ifndef HERO_SHOW_H
#define HERO_SHOW_H

#include "renderer.h"

#define SHOW_STEPS_MAX 4u
#define SHOW_FRAME_MS 70u

typedef struct show_step {
    uint32_t clip;
    uint32_t first_frame, frame_count;
    uint32_t cycles; /* how often the clip is played within */
    bool turns;      /* the model turns once; else it sways, facing the camera */
} show_step;

typedef struct show {
    show_step steps[SHOW_STEPS_MAX];
    uint32_t step_count;
    uint32_t frame_count;
} show;

/* The hero walks and waves. */
void show_plan(show *plan, const pelt_model *model);

/* frame < frame_count; the frame after the last is the first again. */
void show_at(shot *s, const show *plan, const pelt_model *model, uint32_t frame);

#endif
