/* SPDX-License-Identifier: MIT */
/* How the numbers of each encoding become bytes; src/blob/format.h has the layouts. */
#ifndef PELT_TOOLS_BAKE_WRITE_ENCODING_H
#define PELT_TOOLS_BAKE_WRITE_ENCODING_H

#include "bake/curve/quantise.h"
#include "bake/vertex/records.h"
#include "blob/writer.h"

typedef struct encoding {
    /* A local transform; translation and scale are stored as value * 2^exponent. */
    void (*local)(byte_buffer *out, const trs *local, int translation_exponent, int scale_exponent);
    /* Constants: a component of a translation or scale as value * 2^exponent, of a rotation, a
     * weight. */
    void (*translation)(byte_buffer *out, double value, int exponent);
    void (*scale)(byte_buffer *out, double value, int exponent);
    void (*rotation)(byte_buffer *out, double value);
    void (*morph_weight)(byte_buffer *out, double weight);
    /* The same of keys: value * 2^this is what the library has; or CURVE_FLOATS. */
    int (*number_bits)(enum format_path path, int exponent);
    /* What follows the joint of a palette entry. */
    void (*entry)(byte_buffer *out, const mat34 *folded);
    /* Of a vertex: its offsets, and what follows them; buffer_pad4 behind each record. */
    void (*offsets)(byte_buffer *out, const bake_record *record);
    void (*record)(byte_buffer *out, const bake_record *record);
    void (*tangent)(byte_buffer *out, const bake_record *record);
    uint32_t (*delta_bytes)(uint32_t delta_flags);
} encoding;

const encoding *encoding_of(pelt_encoding which);

#endif
