/* SPDX-License-Identifier: MIT */
/* What libFuzzer calls of fuzz_bake.c or fuzz_blob.c, as do tests/host/test_broken.c and test_blob.c, with
 * damage of their own; and the numbers of a container of glTF. */
#pragma once

#include "pelt.h"

/* Little-endian. */
static inline uint32_t read32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline void write32(uint8_t *at, size_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* Tries an input; ends the program where it must be refused or played, and was not. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Models so far that opened and were played. */
extern unsigned fuzz_played;

/* Of fuzz_blob.c alone: the family of the encoding that the header names, or any if it names none. */
const pelt_family *fuzz_family_of(const uint8_t *blob, size_t size);
