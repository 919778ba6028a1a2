/* SPDX-License-Identifier: MIT */
/* The properties of each encoding that the baker's choices depend on; write/encoding has its bytes.
 */
#pragma once

#include "blob/writer.h"
#include "pelt.h"

typedef struct encoding_traits {
    pelt_encoding encoding;
    const char *name;      /* exact, lean or float */
    const char *number;    /* its second name, for --precision: q16, q12 or f32 */
    bool fixed;            /* numbers are integers: positions lie on a grid, joints have frames */
    bool lean;             /* kernels compute sums in 32 bits, see lean.h */
    uint32_t most_entries; /* of one palette */
    double most_morph_weight;
    double default_error; /* of the whole pipeline, as a fraction of the model's size; see job.h */
    double aim;           /* share of the error that clips are baked for */
    uint32_t weights_sum; /* sum of a vertex's weights as stored; 0: weights are floats */
    /* The stored length of a unit vector: of a vertex with one influence, of one with several.
     * Those with one influence are halved in q16. */
    double normal_one[2], tangent_one[2];
    /* If a matrix of norm 1 on a grid of one model unit turns a unit normal, its raw length is
     * raw_one * 2^raw_bits. */
    double raw_one;
    int raw_bits;
    int entry_bits;      /* the 3x3 of a palette entry is Q(this + its shift) */
    int finer_pose_bits; /* lengths in poses and entries are in units that are 2^this finer */
    int unit_bits; /* the unit is 2^this smaller than the largest coordinate, or than the size */
    bool unit_by_size;
    int most_coarser; /* steps by which a forced unit may be coarser than the finest that fits */
} encoding_traits;

const encoding_traits *traits_of(pelt_encoding encoding);
const encoding_traits *traits_find(const char *name); /* takes either name; NULL: there is none */

/* Nearest integer within [-limit, limit]. */
int32_t round_within(double value, double limit);

/* The exponent k of x = m * 2^k with m in [0.5, 1); 0 for x <= 0. */
int binary_exponent(double x);

/* A value as stored: in steps of 1 / one within [-limit, limit], or the bits of a float. */
uint32_t traits_bits(const encoding_traits *p, double value, double one, double limit);

/* Appends bits of traits_bits; in fixed point only the low 16. */
void traits_put(byte_buffer *out, const encoding_traits *p, uint32_t bits);

/* The bytes of a morph target's delta with these FORMAT_DELTA_*. */
uint32_t traits_delta_bytes(const encoding_traits *p, uint32_t delta_flags);
