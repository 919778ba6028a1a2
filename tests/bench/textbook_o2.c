/* SPDX-License-Identifier: MIT */
/* Compiled with -O2 (bench.mk). */
#define LEVEL o2
#include "textbook.inc"
