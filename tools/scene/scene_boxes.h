/* SPDX-License-Identifier: MIT */
/* Boxes around meshes, for programs that place a camera or skip invisible meshes. */
#pragma once

#include "scene/box.h"
#include "scene/scene.h"

/* For each node with a mesh, writes to boxes[node_count] the box of its vertices in the rest pose
 * and in all clips, widened by 1/32 of its longest side for motion between the measured moments. A
 * node that draws nothing has a box of zeros. */
void scene_boxes(box3 *boxes, const scene *s);
