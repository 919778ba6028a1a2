/* SPDX-License-Identifier: MIT */
/* Stores the keys of a fitted curve in as few bits as its tolerance allows, see format_curve. */
#pragma once

#include "bake/curve/curve.h"
#include "common/region.h"

/* The fields of a format_curve and its numbers. region_free releases their memory. */
typedef struct packed_curve {
    uint32_t components;
    uint32_t rows; /* number of keys, or three times as many for cubic curves: in, value, out */
    uint8_t form;
    bool whole;           /* no ranges are stored */
    uint8_t *bits;        /* [components] */
    format_range *ranges; /* [components] */
    uint32_t *numbers;    /* [rows][components] */
    region memory;        /* holds these arrays */
} packed_curve;

#define CURVE_FLOATS INT32_MIN

/* bits: the numbers of a pose are value * 2^bits, except rotations; or CURVE_FLOATS. */
packed_curve curve_quantise(const bake_curve *curve, int bits);
