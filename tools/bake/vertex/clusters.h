/* SPDX-License-Identifier: MIT */
/* Writes triangles in clusters: a byte per corner, see FORMAT_CLUSTERS. */
#pragma once

#include <stdint.h>

#include "blob/writer.h"

/* Appends whole triangles in their order, by the size of groups that needs the fewest bytes. Returns the
 * low bits of their offset; 0, and appends nothing, where 16 bits per index are no more or some group of 8
 * has too many windows. count: of the indices, three each. */
uint32_t clusters_put(byte_buffer *out, const uint32_t *indices, uint32_t count);
