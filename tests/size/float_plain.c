/* SPDX-License-Identifier: MIT */
#include "plain_f32.h"
#define BLOB plain_f32_blob
#define ARENA_BYTES PLAIN_F32_ARENA_BYTES
#define VERTICES PLAIN_F32_VERTICES
#define FAMILY PLAIN_F32_FAMILY
#define NAME(name) name##_f32
#include "program.inc"
