/* SPDX-License-Identifier: MIT */
/* The showcase's slot. In a file of its own: who reads it must not know what is in it. */
#include "slot.h"
#include "actor.h"
#include "strips_renderer.h"

/* Besides the arena of a character: a picture's vertices, the other pose of a fade, the buffers of a
 * strip; a list of triangles takes what is left over. */
const rom_slot rom_slot_image = {SLOT_HEAD,
                                 sizeof(raster_vertex),
                                 0,
                                 sizeof(pelt_local_q16),
                                 STRIPS_RENDERER_BYTES,
                                 0,
                                 0,
                                 0,
                                 0,
                                 SLOT_TAIL(SLOT_PLAYS_Q16 | SLOT_PLAYS_Q12)};
