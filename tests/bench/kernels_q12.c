/* SPDX-License-Identifier: MIT */
/* Compared with the textbook in Q16.16, renormalised by the q16 kernel: both are rows of q16. */
#define WORD int32_t
#define PRECISION "q12"
#define NAME(x) x##_q12
#define DATA(x) bench_q12_##x
#define PELT_OUTPUT pelt_output_q16
#define RECORD_BYTES(influences) format_record_bytes_q12(influences)
#define OFFSET_BYTES 2u /* of one in a record */
#define TANGENTS bench_fixed_tangents
#define TANGENT_BYTES FORMAT_TANGENT_BYTES_Q16
#define UNPACK pelt_reference_unpack_q12

#include "kernels.inc"
