/* SPDX-License-Identifier: MIT */
/* The sections of a blob from a finished model, which nothing here changes. */
#ifndef PELT_TOOLS_BAKE_WRITE_WRITE_H
#define PELT_TOOLS_BAKE_WRITE_WRITE_H

#include "bake/job/bake_stats.h"
#include "bake/model.h"
#include "blob/writer.h"

/* The blob of a model, and what of *stats is known only now. False with a message in `d` of the
 * job; buffer_free gives *out back. */
bool write_blob(byte_buffer *out, bake_stats *stats, const bake_model *model);

#endif
