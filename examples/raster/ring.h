/* SPDX-License-Identifier: MIT */
/*
 * Pictures in strips from a ring of 64 vertices: for models of `bake --window 64` (or 32, 16, 8, 4)
 * on machines that have no room for all vertices. A group is half of the ring.
 *
 *     ring_open(&r, &character, groups, RING_GROUPS(FOX_VERTICES), vertices, 64);
 *     for each frame:
 *         ring_begin(&r, 128, 64, 8);               skins all once: which group is in which strip
 *         for each strip:
 *             ring_draw(&r, strip, &band);          skins the groups that are in it
 *
 * RAM does not depend on how many vertices and triangles there are, but for 12 bytes a group. The
 * price is that a group is skinned once more for each strip that one of its triangles is in. Where
 * there is more memory than for 64 vertices, groups that are still there are not.
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
    uint32_t first_triangle; /* of its mesh, of those whose last vertex is in it */
    uint32_t strips;         /* a bit for each that one of them is in */
    uint32_t held;           /* which group is in the place of this number, if there is one */
} ring_group;

typedef struct ring {
    /* Yours: */
    camera cam;
    uint32_t flags;         /* RASTER_TWO_SIDED or 0 */
    uint32_t skinned_count; /* vertices so far, to tell what it costs */
    /* The ring's: */
    pelt_character_q16 *character;
    ring_group *groups;      /* of all meshes */
    raster_vertex *vertices; /* [place_count][RING_GROUP] */
    uint32_t group_count, place_count;
    int32_t width, height;
    uint32_t per_line; /* strips a line, Q20 */
    pelt_vertex_q16 skinned[RING_GROUP];
} ring;

/*
 * The camera is left to you. False where the model has more groups, or has triangles that need more
 * than the ring: it was not baked for one.
 * vertices  [vertex_count], at least RING_VERTICES
 */
bool ring_open(ring *r, pelt_character_q16 *character, ring_group *groups, uint32_t group_count,
               raster_vertex *vertices, uint32_t vertex_count);

/*
 * What the camera has to see: `add` is called with the vertices of the character's pose, a group at
 * a time.
 */
typedef void ring_add(void *own, const pelt_vertex_q16 *vertices, uint32_t count);
void ring_visit(ring *r, ring_add *add, void *own);

/* Begins a picture of the character's pose, in strips of so many lines, RING_STRIPS at most. */
void ring_begin(ring *r, int32_t width, int32_t height, int32_t lines);

/* Draws it over what is in the strip; clears the strip's depths before. */
void ring_draw(ring *r, uint32_t index, const raster_band *strip);

#ifdef __cplusplus
}
#endif

#endif
