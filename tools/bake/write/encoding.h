/* SPDX-License-Identifier: MIT */
/* Turns the numbers of each encoding into bytes; src/blob/format.h has the layouts. */
#pragma once

#include "bake/curve/quantise.h"
#include "bake/vertex/records.h"
#include "blob/writer.h"

/* Writes a local transform; translation and scale are stored as value * 2^exponent. */
void encode_local(byte_buffer *out, const encoding_traits *p, const trs *local,
                  int translation_exponent, int scale_exponent);

/* Writes a component of a constant; translations and scales as value * 2^exponent. */
void encode_component(byte_buffer *out, const encoding_traits *p, enum format_path path,
                      double value, int exponent);

/* The number of bits for keys: the library's value is value * 2^this; or CURVE_FLOATS. */
int encode_bits(const encoding_traits *p, enum format_path path, int exponent);

/* Writes the fields behind the joint of a palette entry. */
void encode_entry(byte_buffer *out, const encoding_traits *p, const mat34 *folded);

/* Writes a vertex: its offsets, and the fields behind them; buffer_pad4 follows each record. */
void encode_offsets(byte_buffer *out, const encoding_traits *p, const bake_record *record);
void encode_record(byte_buffer *out, const encoding_traits *p, const bake_record *record);
