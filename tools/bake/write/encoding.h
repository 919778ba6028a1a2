/* SPDX-License-Identifier: MIT */
/* How the numbers of each encoding become bytes; src/blob/format.h has the layouts. */
#ifndef PELT_TOOLS_BAKE_WRITE_ENCODING_H
#define PELT_TOOLS_BAKE_WRITE_ENCODING_H

#include "bake/curve/quantise.h"
#include "bake/vertex/records.h"
#include "blob/writer.h"

/* A local transform; translation and scale are stored as value * 2^exponent. */
void encode_local(byte_buffer *out, const encoding_traits *p, const trs *local,
                  int translation_exponent, int scale_exponent);

/* A component of a constant, of translations and scales as value * 2^exponent. */
void encode_component(byte_buffer *out, const encoding_traits *p, enum format_path path,
                      double value, int exponent);

/* The same of keys: value * 2^this is what the library has; or CURVE_FLOATS. */
int encode_bits(const encoding_traits *p, enum format_path path, int exponent);

/* What follows the joint of a palette entry. */
void encode_entry(byte_buffer *out, const encoding_traits *p, const mat34 *folded);

/* Of a vertex: its offsets, and what follows them; buffer_pad4 behind each record. */
void encode_offsets(byte_buffer *out, const encoding_traits *p, const bake_record *record);
void encode_record(byte_buffer *out, const encoding_traits *p, const bake_record *record);

#endif
