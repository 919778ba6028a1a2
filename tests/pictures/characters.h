/* SPDX-License-Identifier: MIT */
/* Generates characters with textures, which stand for those of modelling programs. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CHARACTER_COUNT 5u

typedef struct character {
    const char *name;
    uint8_t *glb; /* free it */
    size_t bytes;
} character;

/* hero: examples/hero/hero.glb, which gets another fur. Ends the program if it cannot be read. */
character character_make(uint32_t which, const char *hero);
