/* SPDX-License-Identifier: MIT */
/*
 * Draws pictures in strips from a ring of 64 vertices, for models of `bake --window 64` (or 32, 16,
 * 8, 4), on machines that have no room for all vertices. A group is half of the ring.
 *
 *     ring_open(&r, &character, groups, RING_GROUPS(FOX_VERTICES), vertices, 64);
 *     for each frame:
 *         ring_begin(&r, 128, 64, 8);               skins all once to find each strip's groups
 *         for each strip:
 *             ring_draw(&r, strip, &band);          skins the groups that are in it
 *
 * Except for 12 bytes a group, the RAM does not depend on the number of vertices and triangles. In
 * exchange, a group is skinned again for each strip that one of its triangles is in. If there is
 * memory for more than 64 vertices, groups that are still there are not skinned again.
 */
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stdint.h>

#include "camera.h"
#include "pelt.h"
#include "raster.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RING_VERTICES 64u
#define RING_GROUP (RING_VERTICES / 2u)
#define RING_GROUPS(vertices) (((vertices) + RING_GROUP - 1u) / RING_GROUP) /* of a mesh */
#define RING_STRIPS 32                                                      /* of a picture */

typedef struct ring_group {
    uint32_t first_triangle; /* first triangle of the mesh whose last vertex is in this group */
    uint32_t strips;         /* bits of the strips that such triangles are in */
    uint32_t held;           /* group that is in the place of this number, if any */
} ring_group;

typedef struct ring {
    /* Set by the program: */
    camera cam;
    uint32_t flags;         /* RASTER_TWO_SIDED or 0 */
    uint32_t skinned_count; /* vertices so far, a measure of the cost */
    /* Set by the ring: */
    pelt_character_q16 *character;
    ring_group *groups;      /* [group count of all meshes] */
    raster_vertex *vertices; /* [place_count][RING_GROUP] */
    uint32_t group_count, place_count;
    int32_t width, height;
    uint32_t per_line; /* strips per line, Q20 */
    pelt_vertex_q16 skinned[RING_GROUP];
} ring;

/*
 * Opens a ring; the program sets the camera. Returns false if the model has more groups, or a
 * triangle that needs more vertices than the ring holds, as it was not baked for one.
 * vertices  [vertex_count], at least RING_VERTICES
 */
bool ring_open(ring *r, pelt_character_q16 *character, ring_group *groups, uint32_t group_count,
               raster_vertex *vertices, uint32_t vertex_count);

/*
 * Calls `add` with the vertices of the character's pose, a group at a time, so that the program can
 * place the camera.
 */
typedef void ring_add(void *own, const pelt_vertex_q16 *vertices, uint32_t count);
void ring_visit(ring *r, ring_add *add, void *own);

/* Begins a picture of the character's pose, in strips of `lines` lines, at most RING_STRIPS. */
void ring_begin(ring *r, int32_t width, int32_t height, int32_t lines);

/* Clears the strip's depths, then draws the picture over the strip's colours. */
void ring_draw(ring *r, uint32_t index, const raster_band *strip);

#ifdef __cplusplus
}
#endif

#endif
