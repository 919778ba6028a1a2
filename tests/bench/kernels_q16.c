/* SPDX-License-Identifier: MIT */
/* Measures the fixed-point skinning kernels: sets what kernels.inc needs of them. */
#define WORD int32_t
#define PRECISION "q16"
#define NAME(x) x##_q16
#define DATA(x) bench_q16_##x
#define PLAIN_PALETTE bench_q16_plain_palette
#define PELT_OUTPUT pelt_output_q16
#define RECORD_BYTES(influences) format_record_bytes_q16(influences)
#define SET_BYTES(influences) format_set_bytes_q16(influences)
#define OFFSET_BYTES(influences) ((influences) == 1u ? 2u : format_offset_bytes_q16(influences))
#define TANGENTS bench_fixed_tangents
#define TANGENT_BYTES FORMAT_TANGENT_BYTES_Q16
#define UNPACK

#include "src/kernel/kernel.h"
#ifdef PELT_POSITIONS_Q16
#define POSITIONS pelt_kernel_positions_q16
#endif

#include "kernels.inc"
