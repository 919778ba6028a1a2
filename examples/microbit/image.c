/* SPDX-License-Identifier: MIT */
/* The slot of the micro:bit's showcase. */
#include "pelt/draw.h"
#include "slot.h"

/* A vertex takes a twelfth of a group, and rounding up a mesh's groups adds less than one; both
 * fit a byte. The fixed part is the ring. */
const rom_slot rom_slot_image = {
    SLOT_HEAD, 1, 0, 0, 256u + PELT_RING_VERTICES * sizeof(pelt_draw_vertex),
    0,         0, 0, 0, SLOT_TAIL(SLOT_PLAYS_Q16 | SLOT_PLAYS_Q12)};
