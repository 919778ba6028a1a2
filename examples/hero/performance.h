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

#include "portrait.h"
#include "show.h"
#include "strips.h"

#ifdef HERO_MONO
#ifndef PERFORMANCE_WIDTH
#define PERFORMANCE_WIDTH 128
#define PERFORMANCE_HEIGHT 64
#endif
#define PERFORMANCE_BITS 1u /* per pixel */
#define PERFORMANCE_BODIES_MAX 1u
#else
#define PERFORMANCE_WIDTH 200
#define PERFORMANCE_HEIGHT 200
#define PERFORMANCE_BITS 16u
#define PERFORMANCE_BODIES_MAX 2u
#endif
#define PERFORMANCE_FRAME_BYTES (PERFORMANCE_WIDTH * PERFORMANCE_HEIGHT * PERFORMANCE_BITS / 8u)
#define PERFORMANCE_LISTS_BYTES 128u /* of an arena: palettes and morph targets of two actors */

typedef struct performance {
    actor actors[PERFORMANCE_BODIES_MAX];    /* the image tells about the first */
    portrait bodies[PERFORMANCE_BODIES_MAX]; /* what is drawn of them, in the units of the first */
    uint32_t body_count;
    pelt_arena arena;
    show plan;
    uint32_t costs[COST_COUNT]; /* of the last frame */
    uint32_t vertex_count;      /* of all bodies */
    uint32_t character_bytes;   /* of the arena, for the first actor */
    uint32_t picture_bytes;     /* of screen vertices, shadows included, and strips */
    strips picture;
    backdrop behind;
    uint32_t open_instructions;
} performance;

/// The cast, of one image or another ////////////////////////////////////////////////////////////

/* Opens the models of the actors, and places them. */
void cast_open(performance *p);

/* What is shown in a frame. */
void cast_shot(shot *s, const performance *p, uint32_t frame);

/* Poses all actors, up to their palettes. */
void cast_pose(performance *p, const shot *s);

/* Gives the next actor its memory: of the arena that the first opens. */
void performance_place(performance *p, void *memory, size_t bytes);

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
