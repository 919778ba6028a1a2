/* SPDX-License-Identifier: MIT */
/* Writes packed vertex records: src/blob/format.h, FORMAT_RUN_PACKED. */
#pragma once

#include "bake/vertex/records.h"

/* Whether a record can be packed: its entries fit one byte each, and no target moves it. */
bool packed_fits(const bake_record *record);

/* The code that decodes nearest to a direction, or to zero, in exact or lean models. */
uint32_t packed_normal(const double direction[3], bool lean);

/* Writes the records of a run; their first normal component is such a code. lean: weights are
 * Q14. */
void packed_put(byte_buffer *out, const bake_record *records, const bake_run *run, bool lean);
