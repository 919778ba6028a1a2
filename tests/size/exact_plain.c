/* SPDX-License-Identifier: MIT */
#include "plain_q16.h"
#define BLOB plain_q16_blob
#define MODEL(name) PLAIN_Q16_##name
#define NAME(name) name##_q16
#include "program.inc"
