/* SPDX-License-Identifier: MIT */
/* The showcase's slot. It is in its own file, so that the compiler of its readers does not know its
 * contents. */
#include "slot.h"
#include "strips_renderer.h"

/* In addition to the arena of a character it needs: a picture's vertices, the other pose of a
 * fade, the buffers of a strip; a list of triangles uses the rest. */
SLOT_IMAGE(sizeof(pelt_draw_vertex), 0, sizeof(pelt_local_q16), STRIPS_RENDERER_BYTES);
