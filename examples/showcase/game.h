/* SPDX-License-Identifier: MIT */
/* Decides from buttons and time which clip the showcase plays, from where it is seen, and what the
 * text says. Ten seconds after the last button it plays by itself: one clip fades into the next while
 * the camera goes round. What is shown depends on the times of buttons, not on those of pictures.
 */
#pragma once

#include "renderer.h"

#define GAME_ZOOM 65536 /* the clip fills the picture */

typedef struct game {
    renderer *screen;
    const char *title;
    const char *help;
    pelt_player clip, other; /* playing; fading out */
    bool has_clips;
    uint32_t ms, since, fade_ms;  /* now; at the last change of clip; and how long that fades */
    uint32_t held, again;         /* buttons; when a held one changes the clip again */
    uint32_t alone_from, next_at; /* plays by itself from there on; when it changes the clip */
    uint32_t yaw, camera, zoom;
    uint32_t elapsed;        /* since the step before */
    uint32_t told, pictures; /* time at which the text was written, and pictures since then */
    uint32_t tenths;         /* pictures per 10 seconds, 0: not known */
    bool real;               /* the time is real, and only then shown */
    bool text, list;         /* shown; the list instead of the text */
} game;

void game_open(game *g, renderer *screen, const char *title, const char *help, uint32_t ms,
               bool real);

/* Advances to this time, with these buttons held (boards/common/machine.h). */
void game_step(game *g, uint32_t ms, uint32_t buttons);

/* The picture to draw. */
void game_shot(const game *g, shot *s);

/// Its words, words.c ///////////////////////////////////////////////////////////////////////////

/* Writes the text anew, and what has changed on a second screen. */
void game_tell(game *g);

/* Prints what a button did, and the name of the clip. */
void game_put_clip(const game *g);
