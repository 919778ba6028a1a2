/* SPDX-License-Identifier: MIT */
/* The showcase's slot: memory of the list's vertices and triangles, in slot.h's terms.
 * It is in its own file, so that the compiler of its readers does not know its contents. */
#include "slot.h"

SLOT_IMAGE(8, 96, sizeof(pelt_local_q16), 4096 * 4 + 64);
