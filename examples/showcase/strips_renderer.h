/* SPDX-License-Identifier: MIT */
/* The renderer of any machine with a panel, in software, strip by strip. */
#pragma once

#include "pelt/draw.h"

#define STRIP_LINES 8       /* of a strip, at least */
#define STRIP_MOST_LINES 48 /* if there is room */

/* The memory that a picture of at most 320 pixels a line needs, whatever it shows. */
#define STRIPS_RENDERER_BYTES (PELT_PICTURE_BUFFER_BYTES(320, STRIP_LINES) + 64u)
