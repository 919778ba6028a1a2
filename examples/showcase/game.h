/* SPDX-License-Identifier: MIT */
/* What buttons and time do: which clip is played, from where it is seen, what the text says. */
#ifndef SHOWCASE_GAME_H
#define SHOWCASE_GAME_H

#include "renderer.h"

typedef struct game {
    renderer *screen;
    const char *title;
    const char *help;
    pelt_player clip, other; /* playing; fading out */
    bool has_clips;
    uint32_t ms, since;       /* now; the last change of clip */
    uint32_t held;            /* buttons */
    uint32_t yaw, alone_from; /* turns on its own from this time on */
    uint32_t camera;
    uint32_t told, pictures; /* when the text was written, and pictures since then */
    uint32_t tenths;         /* of a picture a second, 0: not known */
    bool real;               /* the time is: only then it is told */
} game;

void game_open(game *g, renderer *screen, const char *title, const char *help, uint32_t ms,
               bool real);

/* On to this time, with these buttons held (boards/common/machine.h). Says what they do. */
void game_step(game *g, uint32_t ms, uint32_t buttons);

/* The picture to draw. */
void game_shot(const game *g, shot *s);

/* Writes the text anew. */
void game_tell(game *g);

#endif
