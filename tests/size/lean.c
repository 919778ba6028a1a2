/* SPDX-License-Identifier: MIT */
#include "bench_hero_q12.h"
#define BLOB          bench_hero_q12_blob
#define ARENA_BYTES   BENCH_HERO_Q12_ARENA_BYTES
#define VERTICES      BENCH_HERO_Q12_VERTICES
#define POSED(name)   name##_q16
#define SKINNED(name) name##_q12
#include "program.inc"
