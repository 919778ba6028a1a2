/* SPDX-License-Identifier: MIT */
/* The keys of a fitted curve in as few bits as its tolerance takes, see format_curve. */
#ifndef PELT_TOOLS_BAKE_CURVE_QUANTISE_H
#define PELT_TOOLS_BAKE_CURVE_QUANTISE_H

#include "bake/curve/curve.h"
#include "common/region.h"

/* What a curve of the format stores. region_free gives its memory back. */
typedef struct packed_curve {
    uint32_t components;
    uint32_t rows; /* keys, of cubic curves three times as many: in, value, out */
    uint8_t form;
    bool whole;           /* no ranges are stored */
    uint8_t *bits;        /* [components] */
    format_range *ranges; /* [components] */
    uint32_t *numbers;    /* [rows][components] */
    region memory;        /* of these */
} packed_curve;

#define CURVE_FLOATS INT32_MIN

/* bits: numbers but those of rotations are value * 2^bits in poses, or CURVE_FLOATS. */
packed_curve curve_quantise(const bake_curve *curve, int bits);

#endif
