/* SPDX-License-Identifier: MIT */
/* The slot of the micro:bit's showcase, with the RAM that it needs for a character. */
#include "pelt/draw.h"
#include "slot.h"

/* A byte a vertex is enough for the ring's groups, 12 bytes for every 32 vertices of a mesh, where a mesh
 * has 12 vertices or more. The fixed part is for smaller ones and for the ring's own vertices. */
SLOT_IMAGE(1, 0, 0, 256u + PELT_RING_VERTICES * sizeof(pelt_draw_vertex));
