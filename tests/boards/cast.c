/* SPDX-License-Identifier: MIT */
/* The sixth part of the unit tests, as an image of its own for boards with little flash. */
#define TEST_PART 7
#include "../unit/main.c"
