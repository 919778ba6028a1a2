/* SPDX-License-Identifier: MIT */
#include <stdint.h>

#define NAME(name) name##_q16
#define WORD int32_t
#include "link_skin.inc"
