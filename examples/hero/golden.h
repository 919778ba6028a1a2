/* SPDX-License-Identifier: MIT */
#ifndef HERO_GOLDEN_H
#define HERO_GOLDEN_H

#include "pelt.h"

#define GOLDEN_TIMES 32u

/*
 * CRC-32 of what the library makes of a clip: at 32 times k/32 of its length, all vertices of all
 * meshes in blob order, each as six little-endian int32: position, then normal (zero where the mesh
 * has none). The same on every machine.
 *
 * palettes  [skin_count], allocated
 * words     scratch, [range][6]; any range >= 1 gives the same CRC
 */
pelt_status golden_q16(uint32_t *crc, const pelt_model *model, uint32_t clip, pelt_pose_q16 *pose,
                       pelt_joints_q16 *joints, pelt_palette_q16 *palettes, int32_t *words,
                       uint32_t range);

#endif
