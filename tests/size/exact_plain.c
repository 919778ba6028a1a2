/* SPDX-License-Identifier: MIT */
#include "plain_q16.h"
#define BLOB plain_q16_blob
#define ARENA_BYTES PLAIN_Q16_ARENA_BYTES
#define VERTICES PLAIN_Q16_VERTICES
#define FAMILY PLAIN_Q16_FAMILY
#define NAME(name) name##_q16
#include "program.inc"
