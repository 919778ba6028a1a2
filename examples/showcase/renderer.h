/* SPDX-License-Identifier: MIT */
/* The renderer that draws the actor: strips_renderer.c on any machine with a panel, or a machine's
 * own. A program links one of them. */
#pragma once

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

/* The contents of a picture: a moment, turned by 1/65536 turns, from one of the cameras, so many
 * 65536ths as large as it fits. */
typedef struct shot {
    actor_moment moment;
    uint32_t yaw, camera, zoom;
} shot;

typedef struct renderer {
    actor actor;
    overlay text;
    uint32_t checksum;          /* of the rest pose */
    uint32_t used_bytes;        /* of the memory given to renderer_open */
    uint32_t costs[COST_COUNT]; /* of the last picture, as board.h counts, without the panel */
    uint32_t drawn;             /* triangles of the last picture, if a machine counts them */
    uint32_t buttons;           /* buttons that were held while it was drawn */
    int32_t gone[2]; /* how far the camera has followed the model: x and z, model units */
} renderer;

/* The number of cameras. */
extern const uint32_t renderer_cameras;

/* Sends lines of a second screen below, as wide; NULL until a renderer that has one is opened. */
#define RENDERER_BELOW_HEIGHT 192
extern void (*renderer_below)(int y, int height, const uint16_t *rgb565);

/* Counts `drawn`, where that takes too long for every picture; NULL: it is counted, or not at all. */
extern uint32_t (*renderer_count)(void);

/* Opens a blob. Fails with PELT_E_ARENA if the memory, aligned to 8 bytes, is too small. */
void renderer_open(renderer *r, const void *blob, size_t blob_bytes, void *memory,
                   size_t memory_bytes);

/* The least memory with which the actor can be shown. */
size_t renderer_bytes(const renderer *r);

/* Opens the renderer for text only; returns false if the memory is too small even for that. */
bool renderer_open_empty(renderer *r, void *memory, size_t memory_bytes);

/* Draws a picture and shows it; NULL: only the text. */
void renderer_draw(renderer *r, const shot *s);

/* Makes the host keep the next frame_count pictures of frame_ms milliseconds each; 0 ends that.
 * Returns false if it cannot. */
bool renderer_record(renderer *r, uint32_t frame_count, uint32_t frame_ms);

/// For renderers; costs: [COST_COUNT] ////////////////////////////////////////////////////////////

/* Adds the instructions counted since `start`; returns the counter. */
uint32_t renderer_spent(uint32_t *costs, renderer_cost cost, uint32_t start);

/* Prints each cost of a picture, the average of picture_count, and their sum. */
void renderer_put_costs(uint32_t *average, const uint64_t *all, uint32_t picture_count);

/* Runs all stages up to palettes and morph targets, with their costs counted anew; `turn`, if
 * not NULL, turns the pose. */
void renderer_pose(uint32_t *costs, actor *a, const shot *s,
                   void (*turn)(pelt_pose_q16 *pose, uint32_t yaw));
