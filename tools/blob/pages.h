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

/* Cuts a store. little, blob: the same [bytes] in little-endian and in the order of the pages, which may be one
 * blob. Returns false with a message in `d` where a tick of a clip needs more than a page. */
bool blob_pages_cut(blob_pages *out, const uint8_t *little, const uint8_t *blob, size_t bytes,
                    uint32_t page_bytes, diag *d);
void blob_pages_free(blob_pages *pages);
