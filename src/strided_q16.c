/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "format.h"
#include "kernel.h"

#define WORD int32_t
#define NAME(x) x##_q16
#define RECORD_BYTES(influences) format_record_bytes_q16(influences)

#include "strided.inc"

STRIDED(blended, 1)
