/* SPDX-License-Identifier: MIT */
/* Resolves strips, fans, loops and lists to elements. */
#include "scene/elements.h"

#include "common/diag.h"

/* glTF's values of primitive.mode. */
enum { POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN };

static uint32_t corner_count(const scene_primitive *p)
{
    return p->indices == NULL ? p->vertex_count : p->index_count;
}

uint32_t element_corners(const scene_primitive *p)
{
    return p->mode == POINTS ? 1 : p->mode < TRIANGLES ? 2 : 3;
}

uint32_t element_count(const scene_primitive *p)
{
    const uint32_t count = corner_count(p);
    switch (p->mode) {
    case POINTS: return count;
    case LINES: return count / 2;
    case LINE_LOOP: return count < 2 ? 0 : count;
    case LINE_STRIP: return count < 2 ? 0 : count - 1;
    case TRIANGLES: return count / 3;
    default: return count < 3 ? 0 : count - 2;
    }
}

/* The position of a corner in the primitive's list of indices. */
static uint32_t list_position(const scene_primitive *p, uint32_t element, uint32_t corner)
{
    switch (p->mode) {
    case LINE_LOOP: return (element + corner) % corner_count(p);
    case LINE_STRIP: return element + corner;
    case TRIANGLE_STRIP: /* odd triangles are reversed */
        return corner == 0 ? element : element + (corner == 1 ? 1 + element % 2 : 2 - element % 2);
    case TRIANGLE_FAN: return corner == 2 ? 0 : element + 1 + corner;
    default: return element * element_corners(p) + corner;
    }
}

uint32_t element_vertex(const scene_primitive *p, uint32_t element, uint32_t corner)
{
    const uint32_t at = list_position(p, element, corner);
    return p->indices == NULL ? at : p->indices[at];
}

scene_element *elements_list(uint32_t *count, const scene_primitive *p)
{
    const uint32_t corners = element_corners(p), elements = element_count(p);
    scene_element *list = diag_calloc((size_t)elements + p->vertex_count, sizeof *list);
    FREED bool *seen = diag_calloc(p->vertex_count, sizeof *seen);
    for (*count = 0; *count < elements; ++*count) {
        scene_element *e = &list[*count];
        for (e->count = 0; e->count < corners; e->count++) {
            e->vertices[e->count] = element_vertex(p, *count, e->count);
            seen[e->vertices[e->count]] = true;
        }
    }
    for (uint32_t v = 0; v < p->vertex_count; v++)
        if (!seen[v])
            list[(*count)++] = (scene_element){1, {v}, true};
    return list;
}
