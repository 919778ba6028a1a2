/* SPDX-License-Identifier: MIT */
#ifndef GBA_CHECKSUM_H
#define GBA_CHECKSUM_H

#include "pelt.h"

#define CHECKSUM_TIMES 32u

/*
 * CRC-32 of what the library makes of a clip of a q16 or q12 model: at 32 times k/32 of its length
 * the vertices of its first mesh, `flags` as in pelt_output_q16, each as six little-endian int32.
 * The same on every machine: tests/host/gba_checksum.c prints the host's.
 *
 * memory  8-byte aligned; words: [vertex_count][6], may be the same memory
 */
pelt_status checksum_clip(uint32_t *crc, const pelt_model *model, uint32_t clip, uint32_t flags,
                          void *memory, size_t memory_bytes, void *palette_memory,
                          size_t palette_bytes, int32_t *words);

#endif
