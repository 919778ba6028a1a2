/* SPDX-License-Identifier: MIT */
#include "ring.h"
#include "slot.h"

/* A twelfth of a group by vertex and what a mesh rounds up are within a byte each; a ring. */
const rom_slot rom_slot_image = {SLOT_HEAD, 1, 0, 0, 256u + RING_VERTICES * sizeof(raster_vertex),
                                 0,         0, 0, 0, SLOT_TAIL(SLOT_PLAYS_Q16 | SLOT_PLAYS_Q12)};
