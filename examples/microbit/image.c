/* SPDX-License-Identifier: MIT */
/* The slot of the micro:bit's showcase. */
#include "pelt/draw.h"
#include "slot.h"

/* A vertex takes a twelfth of a group, and rounding up a mesh's groups adds less than one; both
 * fit a byte. The fixed part is the ring. */
SLOT_IMAGE(1, 0, 0, 256u + PELT_RING_VERTICES * sizeof(pelt_draw_vertex));
