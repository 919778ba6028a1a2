/* SPDX-License-Identifier: MIT */
/* 3x4 matrices of floats, on their way out. */
#ifndef PELT_EXPORT_MATRIX_H
#define PELT_EXPORT_MATRIX_H

#include <stdbool.h>

#include "../base/memory.h"
#include "../blob/stored.h"
#include "pelt/gpu.h"

/* Attributes hold positions as SNORM16, which is grid steps / 32767. */
#define EXPORT_GRID 32767.0f

/* Exact in float. n beyond +-126 is not reached by lengths that floats can hold, and is cut. */
static inline float export_power(int32_t n)
{
    const int32_t cut = n > 126 ? 126 : n < -126 ? -126 : n;
    const uint32_t bits = (uint32_t)(cut + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* The 3x3 times `linear`, the translation times `length`, from a fixed-point matrix. */
static inline void export_scale(float m[12], const int32_t from[12], float linear, float length)
{
    for (unsigned i = 0; i < 12u; i++)
        m[i] = (float)from[i] * (i % 4u == 3u ? length : linear);
}

static inline bool export_is_layout(pelt_matrix_layout layout)
{
    return layout == PELT_ROWS_3X4 || layout == PELT_COLUMNS_4X4;
}

/* Writes a matrix and returns the place of the next. */
static inline float *export_matrix(float *to, pelt_matrix_layout layout, const float m[12])
{
    if (layout == PELT_ROWS_3X4) {
        for (unsigned i = 0; i < 12u; i++)
            *to++ = m[i];
        return to;
    }
    for (unsigned column = 0; column < 4u; column++) {
        for (unsigned row = 0; row < 3u; row++)
            *to++ = m[4u * row + column];
        *to++ = column == 3u ? 1.0f : 0.0f;
    }
    return to;
}

/* The i-th of a list of entries, or of all. */
static inline uint32_t export_entry(const uint16_t *entries, uint32_t i)
{
    return entries == NULL ? i : entries[i];
}

/* Whether a skin has all of these entries. */
static inline bool export_has_entries(const pelt_model *model, uint32_t skin,
                                      const uint16_t *entries, uint32_t count)
{
    const uint32_t there = stored_skin(model, skin)->entry_count;
    if (entries == NULL)
        return count <= there;
    for (uint32_t i = 0; i < count; i++)
        if (entries[i] >= there)
            return false;
    return true;
}

#endif
