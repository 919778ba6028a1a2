/* SPDX-License-Identifier: MIT */
#ifndef PELT_ARENA_H
#define PELT_ARENA_H

#include "pelt.h"

#define PELT_ARENA_ALIGNMENT 8u
#define PELT_ARENA_TOO_MUCH UINT32_MAX /* more than any arena */

/*
 * Bytes that `count` items of `item_bytes` plus `extra_bytes` take from an arena: rounded up to
 * PELT_ARENA_ALIGNMENT; PELT_ARENA_TOO_MUCH if that leaves 32 bits.
 */
uint32_t pelt_arena_bytes(uint32_t count, uint32_t item_bytes, uint32_t extra_bytes);

/*
 * Takes `bytes` from pelt_arena_bytes; or NULL and no change where the arena has less.
 */
void *pelt_arena_take(pelt_arena *arena, uint32_t bytes);

#endif
