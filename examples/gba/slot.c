/* SPDX-License-Identifier: MIT */
/* Vertices and triangles as which_slot.c has them, colours and lists included; another pose of each
 * joint; the lists' buckets. */
#include "slot.h"

#include "figure.h"

extern const uint32_t image_ewram_used_end[], image_ewram_end[];

const player_slot player_image = {
    SLOT_HEAD_RAM(image_ewram_used_end, image_ewram_end), 28, 14, 48, 4096, FIGURE_VERTICES_MAX,
    FIGURE_TRIANGLES_MAX, FIGURE_JOINTS_MAX, FIGURE_MESHES_MAX,
    SLOT_TAIL(SLOT_PLAYS_Q16 | SLOT_PLAYS_Q12)
};
