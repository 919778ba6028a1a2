/* SPDX-License-Identifier: MIT */
/* Pictures of actors in strips, for a machine's panel and for a host, with the instructions of each
 * stage counted: what the showcase's renderer and the demo's frame loop share.
 *
 * HERO_MONO        one bit per pixel: neither ground nor shadows, and only for the host */
#pragma once

#include "backdrop.h"
#include "recording.h"
#include "renderer.h"

#ifdef HERO_MONO
#define STRIPS_ARE_MONO true
#else
#define STRIPS_ARE_MONO false
#endif

typedef struct strips {
    /* Set by the program: */
    recording film;     /* its size is that of the picture */
    uint32_t *costs;    /* [COST_COUNT] */
    int32_t lines;      /* of a strip, at least */
    int32_t most_lines; /* if there is room; whole multiples of 8 more */
    /* Set by strips.c: */
    pelt_picture picture;
    backdrop behind;
    pelt_box_q16 bounds; /* of the pose, for a soft shadow where there is no room for another */
    uint32_t buttons;    /* that were held while the picture was drawn */
    uint32_t counted_from;
} strips;

/* Opens the picture, with the scenery behind it. Returns false if the memory is too small. */
bool strips_open(strips *s, int32_t lines, void *memory, size_t memory_bytes);

/* Gives bodies[count] their vertices, and the picture what it needs of the rest of the arena. */
void strips_place(strips *s, pelt_arena *arena, pelt_body *bodies, uint32_t count);

/* Skins an actor whose palettes are built, and projects it. */
void strips_skin(strips *s, actor *a, pelt_body *body);

/* Draws the bodies, NULL: none, and shows them in the middle of the machine's screen. */
void strips_show(strips *s, const pelt_body *bodies);
