/* SPDX-License-Identifier: MIT */
#include "bench_hero_q16.h"
#define BLOB bench_hero_q16_blob
#define MODEL(name) BENCH_HERO_Q16_##name
#define NAME(name) name##_q16
#include "program.inc"
