/* SPDX-License-Identifier: MIT */
/* The tests that are written once (*.inc), in float. */
#define NAME(name) name##_f32
#define FIRST_ENCODING 2u
#define END_ENCODING 3u
#define IS_FIXED 0

#include "character.h"
#include "src/blob/format.h"

typedef float num;

enum { is_lean = 0 };

/* Numbers and their bounds. */
#define ONE 1.0f
#define ROTATION_ONE 1.0
#define GLTF_UNITS(model) 1.0
#define HALF_TURN PELT_HALF_TURN_F32
#define LENGTH_BITS(model) 0
#define REAL_NUM(x) (x)
#define WEIGHT_LIMIT 1e6
#define KNOWN_TOLERANCE 2e-6
#define NORMAL_SINE 2e-6
#define TANGENT_SINE 1e-6
#define PLACE_TOLERANCE 4e-6
#define LENGTH_TOLERANCE 1e-6
#define HARDWARE_TOLERANCE 5e-7 /* the model's units */
#define HARDWARE_SINE 2e-6
#define FACTOR_TOLERANCE 2e-7

/* Records as src/blob/format.h has them. */
typedef float direction_num;
#define RECORD_BYTES(n) format_record_bytes_f32(n)
#define POSITION_AT(n) ((n) == 1u ? 4u : 8u * (n))
#define RECORD_POSITION(record, n) ((const float *)(const void *)((record) + POSITION_AT(n)))
#define RECORD_NORMAL(record, n) (RECORD_POSITION(record, n) + 3)
#define NORMAL_ONE(n) 1.0
#define NORMAL_MORPHED_ONE 1.0
#define NORMAL_MOST 1e6
#define TANGENT_BYTES 16u
#define TANGENT_ONE(n) 1.0
#define TANGENT_MOST 1e6
#define DELTA_BYTES(flags) format_delta_bytes_f32(flags)
#define DELTA_TARGET(delta) (*(const uint32_t *)(const void *)(delta))
#define DELTA_NUMBERS(delta) ((const float *)(const void *)(delta) + 1)
#define MORPHED_ONE 1.0

/* Weights up to 64 and a handful of roundings. */
#define POSITION_TOLERANCE 2e-5
#define DIRECTION_TOLERANCE 2e-5
#define POSITION_MOST 1e6
#define POSITION_LEAST (-1e6)

#include "templates.inc"
