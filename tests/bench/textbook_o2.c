/* SPDX-License-Identifier: MIT */
/* The textbook loops compiled with -O2 (tests/images.mk). */
#define LEVEL o2
#include "textbook.inc"
