/* SPDX-License-Identifier: MIT */
/* Points, lines and triangles of a glTF primitive, whatever its mode. */
#ifndef PELT_TOOLS_BAKE_SHAPE_ELEMENTS_H
#define PELT_TOOLS_BAKE_SHAPE_ELEMENTS_H

#include "scene/scene.h"

/* Vertices of each element: 1 points, 2 lines, 3 triangles. */
uint32_t element_corners(const scene_primitive *primitive);
uint32_t element_count(const scene_primitive *primitive);

/* The vertex at a corner of an element. */
uint32_t element_vertex(const scene_primitive *primitive, uint32_t element, uint32_t corner);

/* An element's vertices, or a vertex that no element has. */
typedef struct bake_element {
    uint32_t count, vertices[3];
    bool loose;
} bake_element;

/* Elements in order, then the vertices that none has; free() them. */
bake_element *elements_list(uint32_t *count, const scene_primitive *primitive);

#endif
