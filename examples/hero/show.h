/* SPDX-License-Identifier: MIT */
/* What happens when in the demo: which clip, which time, seen from where. */
#ifndef HERO_SHOW_H
#define HERO_SHOW_H

#include "renderer.h"

#define SHOW_STEPS 2u
#define SHOW_FRAME_MS 70u

typedef struct show {
    uint32_t clips[SHOW_STEPS];
    uint32_t frame_count;
} show;

/* The hero walks and waves. */
void show_plan(show *plan, const pelt_model *model);

/* frame < frame_count; the frame after the last is the first again. */
void show_at(shot *s, const show *plan, const pelt_model *model, uint32_t frame);

#endif
