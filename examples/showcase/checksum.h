/* SPDX-License-Identifier: MIT */
/* Computes the CRC-32 of an exact or lean character's skinned vertices: of all meshes in the blob's
 * order, position and unit normal of each vertex as six little-endian words, or the position alone
 * if the mesh has no normals. It is the same on every machine. */
#pragma once

#include <stdbool.h>

#include "pelt.h"

#define CHECKSUM_TIMES 32u

/* The CRC of a clip without its morph targets, at 32 times k/32 of its length: the golden value.
 *
 * palettes  [skin_count], allocated
 * words     scratch, [range][6]; any range >= 1 gives the same CRC */
pelt_status checksum_clip(uint32_t *crc, const pelt_model *model, uint32_t clip,
                          pelt_pose_q16 *pose, pelt_joints_q16 *joints, pelt_palette_q16 *palettes,
                          int32_t *words, uint32_t range);

/* The CRC of the rest pose, as `pelt dump FILE --what checksum` prints it.
 *
 * memory  8-byte aligned; as much as pelt_stages_bytes_get says is enough */
pelt_status checksum_rest(uint32_t *crc, const pelt_model *model, void *memory, size_t bytes);
