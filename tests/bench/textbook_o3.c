/* SPDX-License-Identifier: MIT */
/* The textbook loops compiled with -O3 (bench.mk). */
#define LEVEL o3
#include "textbook.inc"
