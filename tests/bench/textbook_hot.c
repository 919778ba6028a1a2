/* SPDX-License-Identifier: MIT */
/* The textbook's loops in the section of the kernels, so that both run from the same memory. */
#include "textbook.h"

#define HOT(name) extern __typeof__(name) name __attribute__((section(".pelt.hot")))

HOT(textbook_transform_f32);
HOT(textbook_blend_f32);
HOT(textbook_transform_q16);
HOT(textbook_blend_q16);

#include "textbook.c"
