/* SPDX-License-Identifier: MIT */
#include "bench_hero_q12.h"
#define BLOB bench_hero_q12_blob
#define ARENA_BYTES BENCH_HERO_Q12_ARENA_BYTES
#define VERTICES BENCH_HERO_Q12_VERTICES
#define FAMILY BENCH_HERO_Q12_FAMILY
#define NAME(name) name##_q16
#include "program.inc"
