/* SPDX-License-Identifier: MIT */
/* A picture of a pelt model: keeps its projected vertices and draws its triangles. */
#ifndef PORTRAIT_H
#define PORTRAIT_H

#include "backdrop.h"
#include "camera.h"
#include "pelt.h"
#include "raster.h"

#define PORTRAIT_WORDS 6u /* of a skinned vertex: position, normal */

typedef struct portrait {
    const pelt_model *model;
    camera cam;
    raster_vertex *vertices; /* [portrait_vertex_count], all meshes one after the other */
    raster_vertex *shadows;  /* the same for the shadow, or NULL to go without */
    uint32_t flags;          /* RASTER_TWO_SIDED or 0 */
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

#endif
