/* SPDX-License-Identifier: MIT */
/* Opens the showcase's characters for a test, one at a time. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "examples/showcase/actor.h"

void failed(pelt_status status, const char *what)
{
    printf("FAIL %s: %s\n0 passed, 1 failed\n", what, pelt_status_describe(status));
    exit(1);
}

static inline void stage_open(actor *a, const void *blob, size_t blob_bytes)
{
    static uint64_t memory[1u << 20];
    pelt_arena arena;
    actor_open(a, blob, blob_bytes);
    need(pelt_arena_init(&arena, memory, sizeof memory), "memory");
    actor_place(a, &arena, &arena);
}
