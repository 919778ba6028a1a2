/* SPDX-License-Identifier: MIT */
#include "plain_q12.h"
#define BLOB plain_q12_blob
#define ARENA_BYTES PLAIN_Q12_ARENA_BYTES
#define VERTICES PLAIN_Q12_VERTICES
#define FAMILY PLAIN_Q12_FAMILY
#define NAME(name) name##_q16
#include "program.inc"
