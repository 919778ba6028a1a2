/* SPDX-License-Identifier: MIT */
/* The tests that are written once (*.inc), in float. */
#define NAME(name) name##_f32
#define FIRST_ENCODING 2u
#define END_ENCODING 3u
#define IS_FIXED 0
#define IN_FIXED(call) (void)0
#define IN_FLOAT(call) call

#include "character.h"
#include "src/blob/format.h"

typedef float num;

enum { is_lean = 0 };

#define ONE 1.0f
#define HALF_TURN PELT_HALF_TURN_F32

/* Records as src/blob/format.h has them. */
typedef float direction_num;
#define RECORD_BYTES(n) format_record_bytes_f32(n)
#define POSITION_AT(n) ((n) == 1u ? 4u : 8u * (n))
#define RECORD_POSITION(record, n) ((const float *)(const void *)((record) + POSITION_AT(n)))
#define RECORD_NORMAL(record, n) (RECORD_POSITION(record, n) + 3)
#define DELTA_BYTES(flags) format_delta_bytes_f32(flags)
#define DELTA_TARGET(delta) (*(const uint32_t *)(const void *)(delta))
#define DELTA_NUMBERS(delta) ((const float *)(const void *)(delta) + 1)

#include "templates.inc"
