/* SPDX-License-Identifier: MIT */
/* Boxes around meshes, for programs that place a camera or leave out what is not seen. */
#ifndef PELT_TOOLS_SCENE_SCENE_BOXES_H
#define PELT_TOOLS_SCENE_SCENE_BOXES_H

#include "scene/box.h"
#include "scene/scene.h"

/*
 * For each node with a mesh the box around what it draws in the rest pose and in all clips, widened
 * by 1/32 of its longest side for what moves between the moments that are looked at. All zero where
 * nothing is drawn. boxes[node_count]
 */
void scene_boxes(box3 *boxes, const scene *s);

#endif
