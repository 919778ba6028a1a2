/* SPDX-License-Identifier: MIT */
/*
 * Decides from buttons and time which clip the showcase plays, from where it is seen, and what the
 * text says.
 */
#pragma once

#include "renderer.h"

typedef struct game {
    renderer *screen;
    const char *title;
    const char *help;
    pelt_player clip, other; /* playing; fading out */
    bool has_clips;
    uint32_t ms, since;       /* now; and at the last change of clip */
    uint32_t held;            /* buttons */
    uint32_t yaw, alone_from; /* turns on its own from alone_from on */
    uint32_t camera;
    uint32_t told, pictures; /* time at which the text was written, and pictures since then */
    uint32_t tenths;         /* pictures per 10 seconds, 0: not known */
    bool real;               /* the time is real, and only then shown */
} game;

void game_open(game *g, renderer *screen, const char *title, const char *help, uint32_t ms,
               bool real);

/* Advances to this time, with these buttons held (boards/common/machine.h). */
void game_step(game *g, uint32_t ms, uint32_t buttons);

/* The picture to draw. */
void game_shot(const game *g, shot *s);

/* Writes the text anew. */
void game_tell(game *g);
