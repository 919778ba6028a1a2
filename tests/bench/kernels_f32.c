/* SPDX-License-Identifier: MIT */
/* Measures the float skinning kernels: sets what kernels.inc needs of them. */
#define WORD float
#define PRECISION "f32"
#define NAME(x) x##_f32
#define DATA(x) bench_f32_##x
#define PLAIN_PALETTE bench_f32_palette
#define PELT_OUTPUT pelt_output_f32
#define RECORD_BYTES(influences) format_record_bytes_f32(influences)
#define SET_BYTES(influences) format_set_bytes_f32(influences)
#define OFFSET_BYTES(influences) format_offset_bytes_f32(influences)
#define TANGENTS bench_f32_tangents
#define TANGENT_BYTES FORMAT_TANGENT_BYTES_F32

#include "src/kernel/kernel.h"
#ifdef PELT_POSITIONS_F32
#define POSITIONS pelt_kernel_positions_f32
#endif

#include "kernels.inc"
