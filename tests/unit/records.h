/* SPDX-License-Identifier: MIT */
/* Writes the records that fixed-point kernels take. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "src/blob/format.h"

typedef struct vertex {
    uint32_t influences;
    uint16_t offsets[4]; /* of entries; 0 behind the last */
    int32_t weights[4];  /* sum 2^15, lean 2^14; 0 behind the last */
    int16_t position[3], normal[3], tangent[3];
} vertex;

/* Writes the record as src/blob/format.h has it, and returns its number of halfwords. */
static inline uint32_t record_store(uint16_t *record, const vertex *v, bool lean)
{
    const uint32_t n = v->influences, slots = n == 3u ? 4u : n;
    uint16_t *at = record;
    for (uint32_t k = 0; k < slots; k++)
        *at++ = v->offsets[k];
    for (uint32_t k = 0; k < slots && n > (lean ? 2u : 1u); k++)
        *at++ = (uint16_t)v->weights[k];
    *at++ = (uint16_t)v->position[0];
    *at++ = (uint16_t)v->position[1];
    if (lean && n > 2u) { /* z has 32 bits */
        const int32_t z = v->position[2];
        memcpy(at, &z, sizeof z);
        at += 2;
    } else {
        *at++ = (uint16_t)v->position[2];
    }
    for (unsigned c = 0; c < 3u && !lean; c++)
        *at++ = (uint16_t)v->normal[c];
    if (!lean)
        return (uint32_t)(at - record);
    if (n == 2u)
        *at++ = (uint16_t)v->weights[1];
    const uint8_t normal[4] = {(uint8_t)v->normal[0], (uint8_t)v->normal[1], 0,
                               (uint8_t)v->normal[2]};
    memcpy(at, normal, sizeof normal);
    return (uint32_t)(at - record) + 2u;
}
