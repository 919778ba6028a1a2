/* SPDX-License-Identifier: MIT */
/* A picture of a pelt model: keeps its projected vertices and draws its triangles. */
#ifndef PORTRAIT_H
#define PORTRAIT_H

#include <stdbool.h>
#include <stddef.h>

#include "backdrop.h"
#include "camera.h"
#include "pelt.h"
#include "raster.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PORTRAIT_WORDS 6u /* of a skinned vertex: position, normal */

typedef struct portrait {
    const pelt_model *model;
    camera cam;
    raster_vertex *vertices;     /* [portrait_vertex_count], all meshes one after the other */
    raster_vertex *shadows;      /* the same for the shadow, or NULL to go without */
    uint32_t flags;              /* RASTER_TWO_SIDED or 0 */
    const struct portrait *next; /* another one in the same picture, or NULL */
} portrait;

/* Vertices, or triangles, of all meshes. */
uint32_t portrait_vertex_count(const pelt_model *model);
uint32_t portrait_triangle_count(const pelt_model *model);

/*
 * Projects and shades vertices [first, first + count) of a mesh, skinned to `words` by
 * PORTRAIT_WORDS each. Shading takes place only where the mesh has normals.
 */
void portrait_place(portrait *p, uint32_t mesh, const int32_t *words, uint32_t first,
                    uint32_t count);

/* Draws shadows and models of this and all next ones, over what is in the band; clears the band's
 * depths before. */
void portrait_draw(const portrait *p, const raster_band *band);

/* Triangles of a picture in the order in which they are drawn: shadows first, then the models. */
typedef struct portrait_part {
    const portrait *body; /* NULL: there is no more */
    const raster_vertex *vertices;
    uint32_t flags;
    uint32_t first_triangle, triangle_count; /* numbered through all parts */
    const uint16_t *indices16;               /* [3 * triangle_count], or NULL */
    const uint32_t *indices32;               /* the other one */
    /* Where the next part is: */
    const portrait *bodies;
    uint32_t mesh, part;
    bool shadow;
} portrait_part;

void portrait_first(portrait_part *part, const portrait *bodies);
void portrait_next(portrait_part *part);

/* Of a triangle, counted from the part's first. */
static inline void portrait_corners(const raster_vertex *corners[3], const portrait_part *part,
                                    uint32_t triangle)
{
    const raster_vertex *vertices = part->vertices;

    if (part->indices16 != NULL) {
        const uint16_t *at = part->indices16 + 3u * triangle;

        corners[0] = vertices + at[0];
        corners[1] = vertices + at[1];
        corners[2] = vertices + at[2];
    } else {
        const uint32_t *at = part->indices32 + 3u * triangle;

        corners[0] = vertices + at[0];
        corners[1] = vertices + at[1];
        corners[2] = vertices + at[2];
    }
}

#ifdef __cplusplus
}
#endif

#endif
