/* SPDX-License-Identifier: MIT */
/*
 * Host: somebody who plays. A script says at which picture of the emulator which keys are held and
 * which pictures are kept, one thing a line, '#' starts a remark:
 *
 *   120 hold a l        from picture 120 on these keys and no others; none named: none
 *   130 keep            picture 130
 *   140 keep 48 4       48 pictures from 140 on, every fourth
 *
 * Keys: a b select start right left up down r l x y. Lines are in the order of their pictures.
 *
 * RUN_SCRIPT in the environment of tests/emulators/run names one.
 */
#ifndef PELT_PLAY_H
#define PELT_PLAY_H

#include <stdbool.h>
#include <stdint.h>

/* False, with a line on stderr, where the script cannot be read. */
bool play_open(const char *path);

/* Their bits. */
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

/* The keys that are held from here on; *keep: whether this picture is to be kept. Without a script
 * no keys, and none kept. */
uint32_t play_at(uint32_t picture, bool *keep);

#endif
