/* SPDX-License-Identifier: MIT */
/* Cuts the clips of a store into pages (FORMAT_PAGES). */
#pragma once

#include "blob/writer.h"
#include "common/diag.h"

typedef struct blob_pages {
    byte_buffer index; /* the blob without keys */
    byte_buffer file;  /* the same, and the pages behind it */
    uint32_t page_bytes, count;
} blob_pages;

/* Cuts a store. `little` and `blob` are its [bytes] in little-endian order and in the target's, which may be
 * the same array. Returns false, with a message in `d`, where a moment of a clip needs more than a page or the
 * pages are too many. */
bool blob_pages_cut(blob_pages *out, const uint8_t *little, const uint8_t *blob, size_t bytes,
                    uint32_t page_bytes, diag *d);
void blob_pages_free(blob_pages *pages);
