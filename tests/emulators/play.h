/* SPDX-License-Identifier: MIT */
/* Plays an image with a script of keys, on the host. The script says which keys are held from which
 * picture of the emulator on, and which pictures are kept, one thing a line; '#' starts a comment:
 *
 *   120 hold a l        from picture 120 on these keys and no others; none named: none
 *   130 keep            picture 130
 *   140 keep 48 4       48 pictures from 140 on, every fourth
 *   400 end             the run, with status 0, for an image that does not end by itself
 *
 * Keys: a b select start right left up down r l x y. Lines are in the order of their pictures.
 *
 * RUN_SCRIPT in the environment of tests/emulators/run names a script. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Returns false, with a line on stderr, if the script cannot be read. */
bool play_open(const char *path);

/* The bits of keys. */
enum {
    PLAY_A,
    PLAY_B,
    PLAY_SELECT,
    PLAY_START,
    PLAY_RIGHT,
    PLAY_LEFT,
    PLAY_UP,
    PLAY_DOWN,
    PLAY_R,
    PLAY_L,
    PLAY_X,
    PLAY_Y,
    PLAY_KEYS
};

/* Returns the keys that are held in a picture; *keep: whether it is to be kept. Without a script
 * there are no keys and no picture is kept. */
uint32_t play_at(uint32_t picture, bool *keep);
