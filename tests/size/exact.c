/* SPDX-License-Identifier: MIT */
#include "bench_hero_q16.h"
#define BLOB bench_hero_q16_blob
#define ARENA_BYTES BENCH_HERO_Q16_ARENA_BYTES
#define VERTICES BENCH_HERO_Q16_VERTICES
#define FAMILY BENCH_HERO_Q16_FAMILY
#define NAME(name) name##_q16
#include "program.inc"
