/* SPDX-License-Identifier: MIT */
#include "bench_hero_f32.h"
#define BLOB bench_hero_f32_blob
#define ARENA_BYTES BENCH_HERO_F32_ARENA_BYTES
#define VERTICES BENCH_HERO_F32_VERTICES
#define FAMILY BENCH_HERO_F32_FAMILY
#define NAME(name) name##_f32
#include "program.inc"
