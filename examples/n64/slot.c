/* SPDX-License-Identifier: MIT */
/* The showcase's slot: the memory that renderer.c takes, of vertices on the screen and their shadows, and of
 * the triangles and textures that are prepared; in its own file, so that the compiler of its readers
 * does not know its contents. */
#include "slot.h"
#include "pelt/n64.h"

SLOT_IMAGE(2u * sizeof(pelt_draw_vertex), 3u * sizeof(uint16_t) + sizeof(pelt_n64_places),
           sizeof(pelt_local_q16), 16384);
