/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "character.h"
#include "pelt/motion.h"
#include "pelt/gpu.h"
#include "src/blob/format.h"

typedef int32_t num;

#define NAME(name) name##_q16
#define CALL(name) name##_q16
#define CHARACTER character_q16
#define PELT_LOCAL pelt_local_q16
#define PELT_POSE pelt_pose_q16
#define PELT_JOINTS pelt_joints_q16
#define PELT_PALETTE pelt_palette_q16
#define PELT_MORPH pelt_morph_q16
#define PELT_OUTPUT pelt_output_q16

/* Numbers and their bounds. */
#define CHARACTER_FIXED 1
#define CHARACTER_ONE 65536
#define GLTF_UNITS(model) (1.0 / 65536.0 / (double)((uint32_t)1 << -(model)->unit_shift))
#define WEIGHT_LIMIT 64.0
#define KNOWN_TOLERANCE 2e-4
#define NORMAL_TOLERANCE 2e-4
#define NORMAL_SINE 2e-4
#define TANGENT_SINE 3e-4
#define LOCAL_ONE 1073741824.0
#define LENGTH_BITS(model) (model)->length_bits
#define PLACE_TOLERANCE 2e-5
#define LENGTH_TOLERANCE 2e-4
#define HARDWARE_TOLERANCE (4.0 / 65536.0) /* the model's units */
#define HARDWARE_SINE 2e-4
#define FACTOR_TOLERANCE 1e-6

/* Records as src/blob/format.h has them. */
typedef int16_t direction_num;
#define RECORD_BYTES(n) format_record_bytes_q16(n)
#define RECORD_OFFSET_BYTES(n) format_offset_bytes_q16(n)
#define POSITION_AT(n) ((n) == 1u ? 2u : (n) == 2u ? 8u : 16u)
#define RECORD_POSITION(record, n) ((const int16_t *)(const void *)((record) + POSITION_AT(n)))
#define RECORD_NORMAL(record, n) (RECORD_POSITION(record, n) + 3)
#define RECORD_ENTRY(record, k) (((const uint16_t *)(const void *)(record))[k] / FORMAT_ENTRY_BYTES)
#define RECORD_WEIGHT(record, n, k)                                                                \
    ((n) == 1u                                                                                     \
         ? 1.0                                                                                     \
         : ((const uint16_t *)(const void *)(record))[((n) == 2u ? 2u : 4u) + (k)] / 32768.0)
#define NORMAL_ONE(n) ((n) == 1u ? 16384.0 : 32768.0)
#define NORMAL_MORPHED_ONE 16384.0
#define NORMAL_MOST 32767.0
#define TANGENT_BYTES 8u
#define TANGENT_ONE(n) ((n) == 1u ? 16384.0 : 32768.0)
#define TANGENT_MOST 32767.0
#define DELTA_BYTES(flags) format_delta_bytes_q16(flags)
#define DELTA_TARGET(delta) (*(const uint16_t *)(const void *)(delta))
#define DELTA_NUMBERS(delta) ((const int16_t *)(const void *)(delta) + 1)
#define MORPHED_ONE 16384.0

/* Half a step of rounding, and what the products of two targets lose before. */
#define POSITION_TOLERANCE 0.55
#define DIRECTION_TOLERANCE 1.0
#define POSITION_MOST 32767.0
#define POSITION_LEAST (-32768.0)

#include "character.inc"
#include "bounds.inc"
#include "exercise.inc"
#include "families.inc"
#include "morph.inc"
#include "pins.inc"
#include "places.inc"
#include "playing.inc"
#include "sampling.inc"
#include "shared.inc"
#include "tangents.inc"
#include "hardware.inc"
