/* SPDX-License-Identifier: MIT */
/* The showcase's slot: the memory that renderer.c takes, of a textured model with a shadow. A packet
 * of a triangle has 44 bytes and that of a shadow 17, both twice; lamps, colours and the records of
 * textures are the same for all. */
#include "slot.h"
#include "pelt/psx.h"

SLOT_IMAGE(sizeof(pelt_psx_vertex), 2u * (44u + 17u),
           sizeof(pelt_local_q16) + sizeof(pelt_psx_entry), 8192 + 2u * 44u * PELT_PSX_PIECES);
