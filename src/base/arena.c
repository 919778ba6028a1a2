/* SPDX-License-Identifier: MIT */
/* Opens arenas, and measures and takes objects in them. */
#include "arena.h"

#include "divide.h"

pelt_status pelt_arena_init(pelt_arena *arena, void *memory, size_t bytes)
{
    if (arena == NULL || memory == NULL || bytes > UINT32_MAX)
        return PELT_E_ARGUMENT;
    if ((uintptr_t)memory % PELT_ARENA_ALIGNMENT != 0u)
        return PELT_E_ALIGNMENT;
    arena->memory = (uint8_t *)memory;
    arena->size_bytes = (uint32_t)bytes;
    arena->used_bytes = 0;
    return PELT_OK;
}

uint32_t pelt_arena_bytes(uint32_t count, uint32_t item_bytes, uint32_t extra_bytes)
{
    const uint32_t most = UINT32_MAX - (PELT_ARENA_ALIGNMENT - 1u);
    if (extra_bytes > most)
        return PELT_ARENA_TOO_MUCH;
    if (item_bytes != 0u && count > pelt_divide(most - extra_bytes, item_bytes))
        return PELT_ARENA_TOO_MUCH;
    const uint32_t bytes = count * item_bytes + extra_bytes;
    return (bytes + (PELT_ARENA_ALIGNMENT - 1u)) & ~(PELT_ARENA_ALIGNMENT - 1u);
}

void *pelt_arena_take(pelt_arena *arena, uint32_t bytes)
{
    if (arena->memory == NULL || arena->used_bytes > arena->size_bytes ||
        bytes == PELT_ARENA_TOO_MUCH)
        return NULL;
    if (bytes > arena->size_bytes - arena->used_bytes)
        return NULL;
    uint8_t *taken = arena->memory + arena->used_bytes;
    arena->used_bytes += bytes;
    return taken;
}
