/* SPDX-License-Identifier: MIT */
/* The first part of the unit tests, as an image of its own for boards with little flash. */
#define TEST_PART 1
#include "../unit/main.c"
