/* SPDX-License-Identifier: MIT */
/* The tests that are written once (*.inc), in fixed point: of exact and of lean models. */
#define NAME(name) name##_q16
#define FIRST_ENCODING 0u
#define END_ENCODING 2u
#define IS_FIXED 1
#define IN_FIXED(call) call
#define IN_FLOAT(call) (void)0

#include "character.h"
#include "src/blob/format.h"

typedef int32_t num;

static bool is_lean; /* the model that was opened last */

#define ONE 65536
#define HALF_TURN PELT_HALF_TURN_Q16

/* Records as src/blob/format.h has them. */
typedef int16_t direction_num;
#define RECORD_BYTES(n) (is_lean ? format_record_bytes_q12(n) : format_record_bytes_q16(n))
#define POSITION_AT(n) ((n) == 1u ? 2u : (n) > 2u ? 16u : is_lean ? 4u : 8u)
#define RECORD_POSITION(record, n) (stored_position(record, n).v)
#define RECORD_NORMAL(record, n) (stored_normal(record, n).v)
#define DELTA_BYTES(flags) format_delta_bytes_q16(flags)
#define DELTA_TARGET(delta) (*(const uint16_t *)(const void *)(delta))
#define DELTA_NUMBERS(delta) ((const int16_t *)(const void *)(delta) + 1)

typedef struct stored_triple {
    int32_t v[3];
} stored_triple;

/* In lean models of three or four influences z has 32 bits. */
static stored_triple stored_position(const uint8_t *record, uint32_t n)
{
    const int16_t *p = (const int16_t *)(const void *)(record + POSITION_AT(n));
    return (stored_triple){
        {p[0], p[1], is_lean && n > 2u ? *(const int32_t *)(const void *)(p + 2) : p[2]}};
}

static stored_triple stored_normal(const uint8_t *record, uint32_t n)
{
    const uint8_t *behind = record + POSITION_AT(n) + (is_lean && n > 1u ? 8u : 6u);
    const int16_t *exact = (const int16_t *)(const void *)behind;
    const int8_t *lean = (const int8_t *)behind;
    return is_lean ? (stored_triple){{lean[0], lean[1], lean[3]}}
                   : (stored_triple){{exact[0], exact[1], exact[2]}};
}

#include "templates.inc"
