/* SPDX-License-Identifier: MIT */
#ifndef PLAYER_CHECKSUM_H
#define PLAYER_CHECKSUM_H

#include "pelt.h"

/*
 * CRC-32 of a character at rest, as `pelt dump FILE --what checksum` prints it: of all meshes in
 * their order, position and unit normal of each vertex as six little-endian words; three, where the
 * mesh has no normals. For q16 and q12.
 *
 * memory  8-byte aligned; what the stages take, and 24 bytes more
 */
pelt_status player_checksum(uint32_t *crc, const pelt_model *model, void *memory, size_t bytes);

#endif
