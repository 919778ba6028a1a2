/* SPDX-License-Identifier: MIT */
/* The actor before a camera: all memory, and a picture of a moment, strip by strip. */
#ifndef PLAYER_STAGE_H
#define PLAYER_STAGE_H

#include "actor.h"
#include "backdrop.h"
#include "overlay.h"
#include "strips.h"
#include "view.h"

typedef enum stage_cost {
    COST_SAMPLE,
    COST_MIX,
    COST_JOINTS,
    COST_PALETTE,
    COST_SKIN,
    COST_PROJECT,
    COST_DRAW,
    COST_COUNT
} stage_cost;

typedef struct stage_shot {
    actor_moment moment;
    uint32_t yaw, view;
} stage_shot;

typedef struct stage {
    actor actor;
    view view;
    overlay text;
    portrait body;
    backdrop behind;
    strips picture;
    uint32_t checksum;          /* of the rest pose */
    uint32_t used_bytes;        /* of the memory */
    uint32_t costs[COST_COUNT]; /* of the last picture, as board.h counts; without the panel's */
} stage;

#define STAGE_LINES 8       /* of a strip, at least */
#define STAGE_MOST_LINES 48 /* where there is room */

/* What a picture of at most 320 pixels a line needs whatever is in it. */
#define STAGE_FIXED_BYTES (STRIPS_BUFFER_BYTES(320, STAGE_LINES) + 64u)

/* Bytes of memory without which an actor cannot be shown. */
size_t stage_bytes(const actor *a, int width);

/* Opens a blob; PELT_E_ARENA where the memory, aligned to 8 bytes, is too small. */
pelt_status stage_open(stage *s, const void *blob, size_t blob_bytes, int width, int height,
                       void *memory, size_t memory_bytes);

/* Text and nothing else; False where there is no memory even for that. */
bool stage_open_empty(stage *s, int width, int height, void *memory, size_t memory_bytes);

pelt_status stage_draw(stage *s, const stage_shot *shot, raster_panel *panel);

#endif
