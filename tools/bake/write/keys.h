/* SPDX-License-Identifier: MIT */
/* A fitted curve as the bytes of its track, see src/blob/format.h. */
#ifndef PELT_TOOLS_BAKE_WRITE_KEYS_H
#define PELT_TOOLS_BAKE_WRITE_KEYS_H

#include "bake/curve/curve.h"
#include "bake/curve/frames.h"
#include "bake/write/encoding.h"

/* Times of the kept keys. */
void put_timeline(byte_buffer *out, const clip_frames *grid, const bake_curve *curve);

/* Values of the kept keys, joints' ones as value * 2^exponent, of a curve with more than one; what
 * its kind has beside path and interpolation. */
uint32_t put_keys(byte_buffer *out, const encoding_traits *p, const bake_curve *curve, int exponent,
                  uint32_t timeline);

#endif
