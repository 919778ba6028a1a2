/* SPDX-License-Identifier: MIT */
/* What libFuzzer calls of fuzz_bake.c or fuzz_blob.c, as do tests/host/test_broken.c and test_blob.c, with
 * damage of their own. */
#pragma once

#include "pelt.h"

/* Tries an input; ends the program where it must be refused or played, and was not. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Models so far that opened and were played. */
extern unsigned fuzz_played;

/* Of fuzz_blob.c alone: the family of the encoding that the header names, or any if it names none. */
const pelt_family *fuzz_family_of(const uint8_t *blob, size_t size);
