/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "character.h"
#include "pelt/motion.h"
#include "pelt/gpu.h"
#include "src/blob/format.h"

typedef int32_t num;

#define NAME(name) name##_q12
#define CALL(name) name##_q16
#define CHARACTER character_q12
#define PELT_LOCAL pelt_local_q16
#define PELT_POSE pelt_pose_q16
#define PELT_JOINTS pelt_joints_q16
#define PELT_PALETTE pelt_palette_q16
#define PELT_MORPH pelt_morph_q16
#define PELT_OUTPUT pelt_output_q16

/* Numbers and their bounds. */
#define CHARACTER_FIXED 1
#define CHARACTER_ONE 65536
#define GLTF_UNITS(model) ((double)((uint32_t)1 << ((model)->unit_shift + 16)) / 65536.0 / 65536.0)
#define WEIGHT_LIMIT 64.0
#define KNOWN_TOLERANCE 1e-3
#define NORMAL_TOLERANCE 2e-5
#define NORMAL_SINE 2e-2
#define TANGENT_SINE 1.5e-3
#define LOCAL_ONE 1073741824.0
#define LENGTH_BITS(model) (model)->length_bits
#define PLACE_TOLERANCE 1e-4
#define LENGTH_TOLERANCE 2e-4
#define HARDWARE_TOLERANCE (4.0 / 65536.0) /* the model's units */
#define HARDWARE_SINE 2e-4
#define FACTOR_TOLERANCE 6e-5

/* Records as src/blob/format.h has them. */
typedef int16_t direction_num;
#define RECORD_BYTES(n) format_record_bytes_q12(n)
#define RECORD_OFFSET_BYTES(n) format_offset_bytes_q16(n)
#define POSITION_AT(n) ((n) == 1u ? 2u : (n) == 2u ? 4u : 16u)
#define RECORD_POSITION(record, n) (lean_position(record, n).v)
#define RECORD_NORMAL(record, n) (lean_normal(record, n).v)
#define RECORD_ENTRY(record, k) (((const uint16_t *)(const void *)(record))[k] / FORMAT_ENTRY_BYTES)
#define RECORD_WEIGHT(record, n, k) lean_weight((const uint16_t *)(const void *)(record), n, k)
#define NORMAL_ONE(n) 128.0
#define NORMAL_MORPHED_ONE 128.0
#define NORMAL_MOST 127.0
#define TANGENT_BYTES 8u
#define TANGENT_ONE(n) 32768.0
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

typedef struct lean_triple {
    int32_t v[3];
} lean_triple;

/* With three or four influences z has 32 bits. */
static lean_triple lean_position(const uint8_t *record, uint32_t influences)
{
    const int16_t *p = (const int16_t *)(const void *)(record + POSITION_AT(influences));
    return (lean_triple){
        {p[0], p[1], influences > 2u ? *(const int32_t *)(const void *)(p + 2) : p[2]}};
}

static lean_triple lean_normal(const uint8_t *record, uint32_t influences)
{
    const uint8_t *behind = record + POSITION_AT(influences) + (influences == 1u ? 6u : 8u);
    const int8_t *n = (const int8_t *)behind;
    return (lean_triple){{n[0], n[1], n[3]}};
}

/* Of two influences the second's weight is stored, behind the position. */
static double lean_weight(const uint16_t *record, uint32_t influences, uint32_t k)
{
    if (influences == 1u)
        return 1.0;
    if (influences == 2u)
        return (double)(k == 0u ? 16384 - record[5] : record[5]) / 16384.0;
    return (double)record[4u + k] / 16384.0;
}

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
