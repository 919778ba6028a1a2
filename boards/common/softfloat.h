/* SPDX-License-Identifier: MIT */
/* The names that the compiler calls for float and double where there is no FPU: __addsf3 ... */
#pragma once

#include <stdint.h>

/* A host has these functions already and gets these under other names, for comparison. */
#ifndef SOFTFLOAT_NAME
#define SOFTFLOAT_NAME(name) name
#endif

#define float_add SOFTFLOAT_NAME(__addsf3)
#define float_sub SOFTFLOAT_NAME(__subsf3)
#define float_mul SOFTFLOAT_NAME(__mulsf3)
#define float_div SOFTFLOAT_NAME(__divsf3)
#define float_eq SOFTFLOAT_NAME(__eqsf2)
#define float_ne SOFTFLOAT_NAME(__nesf2)
#define float_lt SOFTFLOAT_NAME(__ltsf2)
#define float_le SOFTFLOAT_NAME(__lesf2)
#define float_gt SOFTFLOAT_NAME(__gtsf2)
#define float_ge SOFTFLOAT_NAME(__gesf2)
#define float_unordered SOFTFLOAT_NAME(__unordsf2)
#define float_from_u32 SOFTFLOAT_NAME(__floatunsisf)
#define float_from_i32 SOFTFLOAT_NAME(__floatsisf)
#define float_from_u64 SOFTFLOAT_NAME(__floatundisf)
#define float_from_i64 SOFTFLOAT_NAME(__floatdisf)
#define float_to_i32 SOFTFLOAT_NAME(__fixsfsi)

#define double_add SOFTFLOAT_NAME(__adddf3)
#define double_sub SOFTFLOAT_NAME(__subdf3)
#define double_mul SOFTFLOAT_NAME(__muldf3)
#define double_div SOFTFLOAT_NAME(__divdf3)
#define double_eq SOFTFLOAT_NAME(__eqdf2)
#define double_ne SOFTFLOAT_NAME(__nedf2)
#define double_lt SOFTFLOAT_NAME(__ltdf2)
#define double_le SOFTFLOAT_NAME(__ledf2)
#define double_gt SOFTFLOAT_NAME(__gtdf2)
#define double_ge SOFTFLOAT_NAME(__gedf2)
#define double_unordered SOFTFLOAT_NAME(__unorddf2)
#define double_from_u32 SOFTFLOAT_NAME(__floatunsidf)
#define double_from_i32 SOFTFLOAT_NAME(__floatsidf)
#define double_from_u64 SOFTFLOAT_NAME(__floatundidf)
#define double_from_i64 SOFTFLOAT_NAME(__floatdidf)
#define double_to_i32 SOFTFLOAT_NAME(__fixdfsi)

#define double_from_float SOFTFLOAT_NAME(__extendsfdf2)
#define float_from_double SOFTFLOAT_NAME(__truncdfsf2)

/* The arguments are bits: where the compiler calls such functions, float and double are passed
 * like integers of their size. */
uint32_t float_add(uint32_t a, uint32_t b);
uint32_t float_sub(uint32_t a, uint32_t b);
uint32_t float_mul(uint32_t a, uint32_t b);
uint32_t float_div(uint32_t a, uint32_t b);
int float_eq(uint32_t a, uint32_t b);
int float_ne(uint32_t a, uint32_t b);
int float_lt(uint32_t a, uint32_t b);
int float_le(uint32_t a, uint32_t b);
int float_gt(uint32_t a, uint32_t b);
int float_ge(uint32_t a, uint32_t b);
int float_unordered(uint32_t a, uint32_t b);
uint32_t float_from_u32(uint32_t value);
uint32_t float_from_i32(int32_t value);
uint32_t float_from_u64(uint64_t value);
uint32_t float_from_i64(int64_t value);
int32_t float_to_i32(uint32_t a);

uint64_t double_add(uint64_t a, uint64_t b);
uint64_t double_sub(uint64_t a, uint64_t b);
uint64_t double_mul(uint64_t a, uint64_t b);
uint64_t double_div(uint64_t a, uint64_t b);
int double_eq(uint64_t a, uint64_t b);
int double_ne(uint64_t a, uint64_t b);
int double_lt(uint64_t a, uint64_t b);
int double_le(uint64_t a, uint64_t b);
int double_gt(uint64_t a, uint64_t b);
int double_ge(uint64_t a, uint64_t b);
int double_unordered(uint64_t a, uint64_t b);
uint64_t double_from_u32(uint32_t value);
uint64_t double_from_i32(int32_t value);
uint64_t double_from_u64(uint64_t value);
uint64_t double_from_i64(int64_t value);
int32_t double_to_i32(uint64_t a);

uint64_t double_from_float(uint32_t a);
uint32_t float_from_double(uint64_t a);
