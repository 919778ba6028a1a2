/* SPDX-License-Identifier: MIT */
/* Measures the kernels of q12. The textbook in Q16.16 and the renormalisation, which q16 shares,
 * are rows of q16. */
#define WORD int32_t
#define PRECISION "q12"
#define NAME(x) x##_q12
#define DATA(x) bench_q12_##x
#define PELT_OUTPUT pelt_output_q16
#define RECORD_BYTES(influences) format_record_bytes_q12(influences)
/* There are no kernels for runs of one joint, so these are ordinary runs. */
#define SET_BYTES(n) ((n) == 1u ? format_record_bytes_q12(1) : format_set_bytes_q12(n))
#define OFFSET_BYTES(n) ((n) == 1u ? 0u : format_offset_bytes_q16(n))
#define pelt_kernel_set_1_q12 pelt_kernel_1_q12
#define TANGENTS bench_fixed_tangents
#define TANGENT_BYTES FORMAT_TANGENT_BYTES_Q16
#define UNPACK

#include "src/kernel/kernel.h"
#ifdef PELT_POSITIONS_Q12
#define POSITIONS pelt_kernel_positions_q12
#endif

#include "kernels.inc"
