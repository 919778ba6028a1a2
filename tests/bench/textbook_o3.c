/* SPDX-License-Identifier: MIT */
/* The textbook loops compiled with -O3 (tests/images.mk). */
#define LEVEL o3
#include "textbook.inc"
