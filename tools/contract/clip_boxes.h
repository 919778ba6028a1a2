/* SPDX-License-Identifier: MIT */
/* Where a clip takes the vertices of a blob, as the device plays it. */
#ifndef PELT_TOOLS_CONTRACT_CLIP_BOXES_H
#define PELT_TOOLS_CONTRACT_CLIP_BOXES_H

#include "play/play.h"
#include "scene/box.h"

/*
 * boxes: [mesh_count], in glTF units. times: ascending, the clip's first and last key among them, and
 * what shows its motion between. What lies between two of them is taken to be off the boxes of both by
 * no more than half of the largest step of any vertex: by that much each side is moved outward, on
 * each axis alone. A turn of 180 degrees would need it all, one of 90 a fifth.
 */
bool clip_boxes(box3 *boxes, play *p, uint32_t clip, const double *times, uint32_t count, diag *d);

#endif
