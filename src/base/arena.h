/* SPDX-License-Identifier: MIT */
/* Takes objects from an arena, the memory that the caller supplies. */
#ifndef PELT_ARENA_H
#define PELT_ARENA_H

#include "pelt.h"

#define PELT_ARENA_ALIGNMENT 8u
#define PELT_ARENA_TOO_MUCH UINT32_MAX /* more than any arena */

/* The bytes that `count` items of `item_bytes` plus `extra_bytes` take from an arena, rounded up to
 * PELT_ARENA_ALIGNMENT; PELT_ARENA_TOO_MUCH if that exceeds 32 bits. */
uint32_t pelt_arena_bytes(uint32_t count, uint32_t item_bytes, uint32_t extra_bytes);

/* Takes `bytes`, a result of pelt_arena_bytes. Returns NULL and takes nothing if the arena has
 * less. */
void *pelt_arena_take(pelt_arena *arena, uint32_t bytes);

#endif
