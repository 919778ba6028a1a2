/* SPDX-License-Identifier: MIT */
#include <stdint.h>

#define NAME(name) name##_f32
#define WORD float
#include "link_skin.inc"
