/* SPDX-License-Identifier: MIT */
/* The golden value and the tuned kernels only, for emulators in which all unit tests take too long.
 */
#define TEST_PART 5
#include "../unit/main.c"
