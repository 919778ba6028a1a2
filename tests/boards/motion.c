/* SPDX-License-Identifier: MIT */
/* The fourth part of the unit tests as an image of its own. */
#define TEST_PART 4
#include "../unit/main.c"
