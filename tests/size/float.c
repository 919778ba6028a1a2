/* SPDX-License-Identifier: MIT */
#include "bench_hero_f32.h"
#define BLOB bench_hero_f32_blob
#define MODEL(name) BENCH_HERO_F32_##name
#define NAME(name) name##_f32
#include "program.inc"
