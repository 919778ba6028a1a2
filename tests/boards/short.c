/* SPDX-License-Identifier: MIT */
/* The golden value and the tuned kernels only, as all unit tests take too long in some emulators. */
#define TEST_PART 5
#include "../unit/main.c"
