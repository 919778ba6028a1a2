/* SPDX-License-Identifier: MIT */
/* The fourth part of the unit tests, as an image of its own for boards with little flash. */
#define TEST_PART 4
#include "../unit/main.c"
