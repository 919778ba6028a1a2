/* SPDX-License-Identifier: MIT */
/* How the numbers of each precision become bytes; src/blob/format.h has the layouts. */
#ifndef PELT_TOOLS_BAKE_WRITE_ENCODING_H
#define PELT_TOOLS_BAKE_WRITE_ENCODING_H

#include "bake/records.h"
#include "blob/writer.h"

typedef struct encoding {
    /* A local transform; translation and scale are stored as value * 2^exponent. */
    void (*local)(byte_buffer *out, const trs *local, int translation_exponent, int scale_exponent);
    /* Keys: a component of a translation or scale as value * 2^exponent, rotations, the points in,
     * value and out of cubic ones, and the reciprocal of the ticks between two. */
    void (*translation)(byte_buffer *out, double value, int exponent);
    void (*scale)(byte_buffer *out, double value, int exponent);
    void (*rotation)(byte_buffer *out, const double q[4], double sharpness);
    void (*rotation_cubic)(byte_buffer *out, double points[3][4]);
    void (*reciprocal)(byte_buffer *out, uint32_t ticks);
    void (*morph_weight)(byte_buffer *out, double weight);
    /* What follows the joint of a palette entry. */
    void (*entry)(byte_buffer *out, const mat34 *folded);
    void (*mix)(byte_buffer *out, const bake_mix *mix);
    /* Of a vertex: its offsets, and what follows them; buffer_pad4 behind each record. */
    void (*offsets)(byte_buffer *out, const bake_record *record);
    void (*record)(byte_buffer *out, const bake_record *record);
    void (*tangent)(byte_buffer *out, const bake_record *record);
    uint32_t (*delta_bytes)(uint32_t delta_flags);
} encoding;

const encoding *encoding_of(pelt_encoding which);

#endif
