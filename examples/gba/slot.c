/* SPDX-License-Identifier: MIT */
/* The showcase's slot. Its numbers are the memory that renderer.c takes: vertices and triangles
 * with their colours, places and lists; another pose of each joint; the lists' buckets, and lists of
 * palettes and targets; textures. */
#include "textures.h"
#define SLOT_TEXTURE_BYTES TEXTURES_BYTES
#include "slot.h"

#include "projection.h"

extern const uint32_t image_ewram_used_end[], image_ewram_end[];

const rom_slot rom_slot_image = {SLOT_HEAD_RAM(image_ewram_used_end, image_ewram_end),
                                 28,
                                 14,
                                 48,
                                 4096,
                                 DRAW_VERTICES_MAX,
                                 DRAW_TRIANGLES_MAX,
                                 PROJECTION_JOINTS_MAX,
                                 0,
                                 SLOT_TAIL};
