/* SPDX-License-Identifier: MIT */
/* The header and section table of a blob of either byte order, for reports. */
#pragma once

#include <stdbool.h>

#include "src/blob/format.h"

typedef struct blob_table {
    bool big_endian;
    format_header header;
    uint32_t section_count; /* of the sections below: as many as the bytes hold */
    format_section sections[FORMAT_MAX_SECTIONS];
} blob_table;

/* Returns false if the bytes do not begin with a pelt header; checks nothing else. */
bool blob_table_read(blob_table *out, const uint8_t *bytes, size_t count);

/* Reads a word of a blob. */
uint32_t blob_word(const uint8_t *at, bool big_endian);

/* The bytes of the section with this tag; 0 if it is absent. */
uint32_t blob_section_bytes(const blob_table *table, uint32_t tag);
