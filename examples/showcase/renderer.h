/* SPDX-License-Identifier: MIT */
/*
 * What draws the actor: strips_renderer.c on any machine with a panel, or a machine's own. A program
 * has one.
 */
#ifndef SHOWCASE_RENDERER_H
#define SHOWCASE_RENDERER_H

#include "actor.h"
#include "overlay.h"

typedef enum renderer_cost {
    COST_SAMPLE,
    COST_MIX,
    COST_JOINTS,
    COST_PALETTE,
    COST_SKIN,
    COST_PROJECT,
    COST_DRAW,
    COST_COUNT
} renderer_cost;

/* What a picture shows: a moment, turned by 1/65536 turns, from one of the cameras. */
typedef struct shot {
    actor_moment moment;
    uint32_t yaw, camera;
} shot;

typedef struct renderer {
    actor actor;
    overlay text;
    uint32_t checksum;          /* of the rest pose */
    uint32_t used_bytes;        /* of the memory */
    uint32_t costs[COST_COUNT]; /* of the last picture, as board.h counts; without the panel's */
    uint32_t buttons;           /* that were held while it was drawn */
    int32_t gone[2]; /* how far the camera has followed the model: x and z, model units */
} renderer;

/* How many places to look from there are. */
extern const uint32_t renderer_cameras;

/* Opens a blob; PELT_E_ARENA where the memory, aligned to 8 bytes, is too small. */
void renderer_open(renderer *r, const void *blob, size_t blob_bytes, void *memory,
                   size_t memory_bytes);

/* Bytes of memory without which the actor cannot be shown. */
size_t renderer_bytes(const renderer *r);

/* For text and nothing else; false where there is no memory even for that. */
bool renderer_open_empty(renderer *r, void *memory, size_t memory_bytes);

/* Draws a picture and shows it; NULL: the text alone. */
void renderer_draw(renderer *r, const shot *s);

/* Has the host keep the pictures from here on: so many, each of so many milliseconds. No longer where
 * that is 0. False where it cannot. */
bool renderer_record(renderer *r, uint32_t frame_count, uint32_t frame_ms);

/// For renderers; costs: [COST_COUNT] ////////////////////////////////////////////////////////////

/* Adds what was counted since `start`; the counter now. */
uint32_t renderer_spent(uint32_t *costs, renderer_cost cost, uint32_t start);

/* Prints each cost of a picture, on average of so many, and all together. */
void renderer_put_costs(uint32_t *average, const uint64_t *all, uint32_t picture_count);

/* Nothing is counted yet. */
void renderer_begin(uint32_t *costs);

/* All stages up to palettes and morph targets, counted anew; `turn`, where it is not NULL, turns the
 * pose. */
void renderer_pose(uint32_t *costs, actor *a, const shot *s,
                   void (*turn)(pelt_pose_q16 *pose, uint32_t yaw));

#endif
