/* SPDX-License-Identifier: MIT */
/* The outputs of `pelt dump` about a span of time in a clip: events and root motion. */
#pragma once

#include "common/diag.h"
#include "pelt.h"

/* The span of --clip, --time, --to and --loop: from one glTF time to another, forwards or
 * backwards. */
typedef struct motion_span {
    uint32_t clip; /* index in the blob */
    double from_s, to_s;
    bool loop; /* the clip repeats for ever, in both directions */
} motion_span;

/* Prints the names of the events that a player passes, one a line. */
bool dump_events(const pelt_model *model, const motion_span *span, diag *d);

/* Prints `tx ty tz yaw`, the root motion from one time to the other, in the frame at the first:
 * glTF units and degrees from -180 to 180; zeros if there is none. */
bool dump_root(const pelt_model *model, const motion_span *span, diag *d);
