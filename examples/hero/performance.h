/* SPDX-License-Identifier: MIT */
/* The demo's frame loop: from models in the image to strips of the picture, with the instructions
 * of each stage counted. A cast (cast.c) provides the models and their poses. Frames are on the board's
 * own screen, too; if there is no host to take them, it plays for ever. Every function ends the run if
 * something fails.
 *
 * HERO_MONO        one bit per pixel, 128 x 64 for boards with 16 KB of RAM
 * PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT   then sets another size, the width a multiple of 8 */
#pragma once

#include "strips.h"

#ifdef HERO_MONO
#ifndef PERFORMANCE_WIDTH
#define PERFORMANCE_WIDTH 128
#define PERFORMANCE_HEIGHT 64
#endif
#define PERFORMANCE_BODIES_MAX 1u
#else
#define PERFORMANCE_WIDTH 200
#define PERFORMANCE_HEIGHT 200
#define PERFORMANCE_BODIES_MAX 2u
#endif
#define PERFORMANCE_FRAME_MS 70u

typedef struct performance {
    actor actors[PERFORMANCE_BODIES_MAX];     /* the image reports on the first */
    pelt_body bodies[PERFORMANCE_BODIES_MAX]; /* their pictures, in the units of the first actor */
    uint32_t body_count;
    pelt_arena arena; /* the RAM that is left over */
    uint32_t frame_count;
    uint32_t costs[COST_COUNT];            /* of the last frame */
    uint64_t all_costs[COST_COUNT];        /* of all frames so far */
    uint32_t vertex_count, triangle_count; /* of all bodies */
    uint32_t character_bytes;              /* bytes of the arena for the first actor */
    strips screen;
    uint32_t open_instructions;
} performance;

/// The cast, of one image or another ////////////////////////////////////////////////////////////

/* Opens the models of the actors, and places them. */
void cast_open(performance *p);

/* Chooses the moment and view of a frame. */
void cast_shot(shot *s, const performance *p, uint32_t frame);

/* Poses all actors, up to their palettes. */
void cast_pose(performance *p, const shot *s);

/* Opens the next actor's model and gives it memory from the arena. */
void performance_add(performance *p, const void *blob, size_t blob_bytes,
                     const pelt_family *family);

/// The picture //////////////////////////////////////////////////////////////////////////////////

/* Opens the cast, takes all memory and places the camera. */
void performance_open(performance *p);

/* Draws all frames of the show and hands them to the host. */
void performance_play(performance *p);
