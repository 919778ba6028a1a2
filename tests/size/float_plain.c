/* SPDX-License-Identifier: MIT */
#include "plain_f32.h"
#define BLOB plain_f32_blob
#define MODEL(name) PLAIN_F32_##name
#define NAME(name) name##_f32
#include "program.inc"
