/* SPDX-License-Identifier: MIT */
#include "bench_hero_q12.h"
#define BLOB bench_hero_q12_blob
#define MODEL(name) BENCH_HERO_Q12_##name
#define NAME(name) name##_q16
#include "program.inc"
