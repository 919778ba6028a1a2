/* SPDX-License-Identifier: MIT */
/* The fifth part of the unit tests, as an image of its own for boards with little flash. */
#define TEST_PART 6
#include "../unit/main.c"
