/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "format.h"
#include "kernel.h"

#define WORD int32_t
#define NAME(x) x##_q16
#define RECORD_BYTES(influences) format_record_bytes_q16(influences)

#include "strided.inc"

PELT_HOT void pelt_strided_blended_q16(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                                       const uint8_t *records, uint32_t count,
                                       const int32_t *palette)
{
    skin_strided(pelt_kernel_blended_q16, RECORD_BYTES(1), positions, normals, stride_bytes,
                 records, count, palette);
}
