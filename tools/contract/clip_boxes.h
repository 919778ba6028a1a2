/* SPDX-License-Identifier: MIT */
/* Computes the boxes that a blob's vertices fill in each clip, as the device plays it. */
#pragma once

#include "play/play.h"
#include "scene/box.h"

/* boxes: [mesh_count], in glTF units. times: ascending, with the clip's first and last key and
 * enough moments between. Between two of them, vertices are assumed to leave the boxes of both by
 * at most half of the largest step of any vertex; each side is moved outward by that much, on each
 * axis separately. A turn of 180 degrees would need all of it, one of 90 degrees a fifth. */
bool clip_boxes(box3 *boxes, play *p, uint32_t clip, const double *times, uint32_t count, diag *d);
