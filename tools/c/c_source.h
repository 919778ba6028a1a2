/* SPDX-License-Identifier: MIT */
/* A blob as C source and header, to be linked into flash. */
#pragma once

#include "bake/baking.h"
#include "blob/writer.h"
#include "scene/scene.h"

/* What NAME may be: a C identifier of at most 64 characters, none of the library's own (pelt,
 * pelt_...) and no header of C (stdint). */
bool c_name_valid(const char *name);

/* Text of NAME.c and NAME.h. The array holds 32-bit words whose bytes lie in the blob's order on a
 * target of that order. The header's constants are prefixed with NAME in capitals; warnings about
 * names that would be the same name `file`. */
void c_write_source(byte_buffer *out, const char *name, const uint8_t *blob, size_t blob_bytes);
void c_write_header(byte_buffer *out, const char *name, const bake_result *baked, const scene *s,
                    const char *file);
