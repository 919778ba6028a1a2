/* SPDX-License-Identifier: MIT */
/* The third part of the unit tests, as an image of its own for boards with little flash. */
#define TEST_PART 3
#include "../unit/main.c"
