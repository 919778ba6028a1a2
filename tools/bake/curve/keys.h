/* SPDX-License-Identifier: MIT */
/* A fitted curve as the bytes of its track, see src/format.h. */
#ifndef PELT_TOOLS_BAKE_CURVE_KEYS_H
#define PELT_TOOLS_BAKE_CURVE_KEYS_H

#include "bake/curve/curve.h"

/* Times of the kept keys and the reciprocals of what lies between. */
void put_timeline(byte_buffer *out, const baker *b, const bake_curve *curve);

/* Values of the kept keys. */
void put_values(byte_buffer *out, const baker *b, const bake_curve *curve);

#endif
