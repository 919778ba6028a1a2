/* SPDX-License-Identifier: MIT */
/* What each encoding asks of the baker's choices; write/encoding has its bytes. */
#ifndef PELT_TOOLS_BAKE_JOB_TRAITS_H
#define PELT_TOOLS_BAKE_JOB_TRAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "blob/writer.h"
#include "pelt.h"

typedef struct encoding_traits {
    pelt_encoding encoding;
    const char *name;      /* exact, lean or float */
    const char *number;    /* its second name, for --precision: q16, q12 or f32 */
    bool fixed;            /* numbers are integers: positions lie on a grid, joints have frames */
    bool lean;             /* kernels form sums in 32 bits, see lean.h */
    uint32_t most_entries; /* of one palette */
    double most_morph_weight;
    double default_error; /* of the whole pipeline, part of the model's size; see job.h */
    double aim;           /* part of the error that clips are made for */
    uint32_t weights_sum; /* of the vertex weights as stored; 0: floats */
    /* What stands for a unit vector: of a vertex with one influence, with several. Rigid ones of
     * q16 are halved. */
    double normal_one[2], tangent_one[2];
    /* A unit normal that a matrix of norm 1 on a grid of one model unit leaves raw is
     * raw_one * 2^raw_bits. */
    double raw_one;
    int raw_bits;
    int entry_bits;      /* the 3x3 of a palette entry is in Q(this + its shift) */
    int finer_pose_bits; /* lengths of poses and entries are in units 2^this finer */
    int unit_bits;       /* the unit is 2^this below the largest coordinate, or below the size */
    bool unit_by_size;
    int most_coarser; /* steps from the finest unit that fits to one that may be forced */
} encoding_traits;

const encoding_traits *traits_of(pelt_encoding encoding);
const encoding_traits *traits_find(const char *name); /* by either name; NULL: there is none */

/* Nearest integer within [-limit, limit]. */
int32_t round_within(double value, double limit);

/* x = m * 2^k with m in [0.5, 1), k for x <= 0: 0. */
int binary_exponent(double x);

/* As it is stored: in steps of 1 / one within [-limit, limit], or the bits of a float. */
uint32_t traits_bits(const encoding_traits *p, double value, double one, double limit);

/* Appends such bits, in fixed point the low 16 of them. */
void traits_put(byte_buffer *out, const encoding_traits *p, uint32_t bits);

/* Bytes of a delta of a morph target with these FORMAT_DELTA_*. */
uint32_t traits_delta_bytes(const encoding_traits *p, uint32_t delta_flags);

#endif
