/* SPDX-License-Identifier: MIT */
/* Lists points, lines and triangles of a glTF primitive of any mode. */
#pragma once

#include "scene/scene.h"

/* The vertices of each element: 1 for points, 2 for lines, 3 for triangles. */
uint32_t element_corners(const scene_primitive *primitive);
uint32_t element_count(const scene_primitive *primitive);

/* The vertex at a corner of an element. */
uint32_t element_vertex(const scene_primitive *primitive, uint32_t element, uint32_t corner);

/* An element's vertices, or a vertex that belongs to no element. */
typedef struct scene_element {
    uint32_t count, vertices[3];
    bool loose;
} scene_element;

/* Lists the elements in order, then the vertices that belong to none; free() them. */
scene_element *elements_list(uint32_t *count, const scene_primitive *primitive);
