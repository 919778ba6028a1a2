/* SPDX-License-Identifier: MIT */
/* Compiled with -O3 (bench.mk). */
#define LEVEL o3
#include "textbook.inc"
