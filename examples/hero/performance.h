/* SPDX-License-Identifier: MIT */
/*
 * From what lies in the image to strips of the picture, each stage with its instructions counted. What
 * is played is the cast's (cast.c): the models, their memory, their poses. Every function ends the run
 * where something fails.
 *
 * HERO_MONO        one bit per pixel, 128 x 64 for boards with 16 KB of RAM
 * PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT   another size then, the width a multiple of 8
 */
#ifndef HERO_PERFORMANCE_H
#define HERO_PERFORMANCE_H

#include <stdint.h>

#include "pelt/motion.h"
#include "portrait.h"
#include "show.h"
#include "strips.h"

#ifdef HERO_MONO
#ifndef PERFORMANCE_WIDTH
#define PERFORMANCE_WIDTH 128
#define PERFORMANCE_HEIGHT 64
#endif
#define PERFORMANCE_BITS 1u /* per pixel */
#define PERFORMANCE_RANGE 32u /* vertices skinned at a time */
#else
#define PERFORMANCE_WIDTH 200
#define PERFORMANCE_HEIGHT 200
#define PERFORMANCE_BITS 16u
#define PERFORMANCE_RANGE 64u
#endif
#define PERFORMANCE_FRAME_BYTES (PERFORMANCE_WIDTH * PERFORMANCE_HEIGHT * PERFORMANCE_BITS / 8u)
#define PERFORMANCE_SKINS_MAX 16u
#define PERFORMANCE_BODIES_MAX 2u

typedef enum performance_cost {
    PERFORMANCE_SAMPLE,
    PERFORMANCE_MIX,
    PERFORMANCE_JOINTS,
    PERFORMANCE_PALETTE,
    PERFORMANCE_SKIN,
    PERFORMANCE_PROJECT,
    PERFORMANCE_DRAW,
    PERFORMANCE_COST_COUNT
} performance_cost;

typedef struct performance {
    pelt_model model; /* of the first body, about which the image tells */
    pelt_arena arena;
    pelt_pose_q16 pose, other_pose;
    pelt_joints_q16 joints;
    pelt_palette_q16 palettes[PERFORMANCE_SKINS_MAX];
    portrait bodies[PERFORMANCE_BODIES_MAX]; /* what is drawn, in the units of the first */
    uint32_t body_count;
    show plan;
    int32_t *words; /* [PERFORMANCE_RANGE][PORTRAIT_WORDS], what was skinned last */
    uint32_t vertex_count; /* of all bodies */
    uint32_t character_bytes; /* of the arena, without a pose for cross-fades */
    uint32_t picture_bytes; /* of screen vertices, shadows included, and strips */
    strips picture;
    backdrop behind;
    uint32_t open_instructions;
    uint32_t instructions[PERFORMANCE_COST_COUNT]; /* since the caller last cleared them */
} performance;

/// The cast, of one image or another ////////////////////////////////////////////////////////////

/* Opens the models and takes their memory: all fields above `words`, of the
 * bodies the model. */
void cast_open(performance *p);

/* What is played in a frame. */
void cast_moment(show_moment *moment, const performance *p, uint32_t frame);

/* Poses all bodies, up to their palettes. */
void cast_pose(performance *p, const show_moment *moment);

/* Skins vertices of a mesh of a body to words[0 ... count - 1]; with normals where it has them. */
void cast_skin(performance *p, uint32_t body, uint32_t mesh, const pelt_mesh_info *info, uint32_t first,
               uint32_t count);

/* Adds what was counted since `start` to a stage; the counter now. */
uint32_t performance_time(performance *p, performance_cost stage, uint32_t start);

/// The picture //////////////////////////////////////////////////////////////////////////////////

/* Opens the cast, takes all memory and places the camera. */
void performance_open(performance *p);

/*
 * Takes a strip of a frame, from top to bottom. In black and white its pixels have been dithered to
 * bits; else they are the strip's colours.
 */
typedef void performance_take(const raster_band *strip, const uint8_t *bits);

/* Draws a frame of the show. */
void performance_frame(performance *p, uint32_t frame, performance_take *take);

/* Prints why, and ends the run with status 1. */
void performance_fail(const char *what, const char *why);

/* The same unless PELT_OK. */
void performance_need(pelt_status status, const char *what);

/* Prints "key value". */
void performance_put(const char *key, uint32_t value);

#endif
