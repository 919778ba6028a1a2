/* SPDX-License-Identifier: MIT */
#include "plain_q12.h"
#define BLOB plain_q12_blob
#define MODEL(name) PLAIN_Q12_##name
#define NAME(name) name##_q16
#include "program.inc"
