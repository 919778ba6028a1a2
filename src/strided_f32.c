/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "format.h"
#include "kernel.h"

#define WORD float
#define NAME(x) x##_f32
#define RECORD_BYTES(influences) format_record_bytes_f32(influences)

#include "strided.inc"
