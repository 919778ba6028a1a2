/* SPDX-License-Identifier: MIT */
/* What `pelt dump` tells of the time between two moments of a clip. */
#ifndef PELT_TOOLS_CMD_DUMP_MOTION_H
#define PELT_TOOLS_CMD_DUMP_MOTION_H

#include <stdbool.h>

#include "common/diag.h"
#include "pelt.h"

/* --clip, --time, --to, --loop: from a glTF time to another, either way. */
typedef struct motion_span {
    uint32_t clip; /* of the blob */
    double from_s, to_s;
    bool loop; /* the clip follows itself for ever, both ways */
} motion_span;

/* Names of the events that a player passes, one a line. */
bool dump_events(const pelt_model *model, const motion_span *span, diag *d);

/* `tx ty tz yaw` of the root motion from one to the other, in the frame at the first: glTF units,
 * degrees from -180 to 180; zeros without any. */
bool dump_root(const pelt_model *model, const motion_span *span, diag *d);

#endif
