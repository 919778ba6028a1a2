/* SPDX-License-Identifier: MIT */
/* One frame from clips to a page of the screen, and what frames take on average. */
#ifndef GBA_FRAME_H
#define GBA_FRAME_H

#include "figure.h"

/* Cycles summed over frames of one version of the figure. */
typedef struct frame_costs {
    uint32_t frames, blended, blanks;
    uint64_t stages[STAGE_COUNT];
    uint32_t most; /* of one frame, all stages */
} frame_costs;

/* The time in a clip so many ticks after its start, for ever: at the same point for any version. */
pelt_time frame_time(const figure *f, uint32_t clip, uint32_t ticks);

/* All stages; shows the frame, and adds it to the costs. */
void frame_draw(figure *f, const figure_moment *moment, frame_costs *costs);

/* Cycles of the last frame in all. */
uint32_t frame_cycles(const figure *f);

/* A line of text for each stage, and the frames a second that the cycles and that the screen
 * allow: "demo", size, precision, normals, what, unit, value, with tabs. */
void frame_print(const figure *f, const frame_costs *costs);

#endif
