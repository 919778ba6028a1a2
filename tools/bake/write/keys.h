/* SPDX-License-Identifier: MIT */
/* A fitted curve as the bytes of its track, see src/blob/format.h. */
#ifndef PELT_TOOLS_BAKE_WRITE_KEYS_H
#define PELT_TOOLS_BAKE_WRITE_KEYS_H

#include "bake/curve/curve.h"
#include "bake/write/encoding.h"

/* Times of the kept keys and the reciprocals of what lies between. */
void put_timeline(byte_buffer *out, const encoding *put, const bake_curve *curve);

/* Values of the kept keys, joints' ones as value * 2^exponent. */
void put_values(byte_buffer *out, const encoding *put, const bake_curve *curve, int exponent);

#endif
