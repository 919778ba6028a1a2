/* SPDX-License-Identifier: MIT */
/* Characters with textures, which stand for those of modelling programs. All but the fox are made here. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CHARACTER_COUNT 5u

typedef struct character {
    const char *name;
    uint8_t *glb; /* free it */
    size_t bytes;
} character;

/* fox: examples/hero/fox.glb, which is the first. Ends the program if it cannot be read. */
character character_make(uint32_t which, const char *hero);
