/* SPDX-License-Identifier: MIT */
/* Draws a picture of a pelt model: keeps its projected vertices and draws its triangles. */
#ifndef PORTRAIT_H
#define PORTRAIT_H

#include <stdbool.h>
#include <stddef.h>

#include "backdrop.h"
#include "camera.h"
#include "pelt.h"
#include "raster.h"
#include "textured.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PORTRAIT_WORDS 6u   /* of a skinned vertex: position, normal */
#define PORTRAIT_PLAIN 256u /* a flag of portraits: colours as they are, without light */

/* How the vertices of a mesh are coloured, by its parts. */
typedef struct portrait_look {
    const uint8_t
        *plain; /* linear, the colour where there is none: white below a texture, or clay */
    bool unlit; /* all parts are */
} portrait_look;

static inline portrait_look portrait_look_of(const pelt_model *model, uint32_t mesh,
                                             uint32_t part_count)
{
    static const uint8_t white[4] = {255, 255, 255, 255}, clay[4] = {150, 132, 112, 255};
    portrait_look look = {clay, part_count > 0u};
    pelt_part_info part;

    for (uint32_t i = 0; i < part_count; i++) {
        if (pelt_part_get(&part, model, mesh, i) != PELT_OK)
            continue;
        look.plain = part.texture != PELT_NONE ? white : look.plain;
        look.unlit = look.unlit && part.unlit != 0u;
    }
    return look;
}

typedef struct portrait {
    const pelt_model *model;
    camera cam;
    raster_vertex *vertices;     /* [portrait_vertex_count], all meshes one after the other */
    raster_vertex *shadows;      /* the same for the shadow; NULL: no shadow */
    uint32_t flags;              /* RASTER_TWO_SIDED, PORTRAIT_PLAIN or 0 */
    const struct portrait *next; /* another one in the same picture, or NULL */
} portrait;

/* The number of vertices, or of triangles, of all meshes. */
uint32_t portrait_vertex_count(const pelt_model *model);
uint32_t portrait_triangle_count(const pelt_model *model);

/*
 * Projects vertices [first, first + count) of a mesh, skinned to `words` by PORTRAIT_WORDS each,
 * and shades them if the mesh has normals.
 */
void portrait_place(portrait *p, uint32_t mesh, const int32_t *words, uint32_t first,
                    uint32_t count);

/* Clears the band's depths, then draws shadows and models of this body and all next ones over
 * the band's colours. */
void portrait_draw(const portrait *p, const raster_band *band);

/* Triangles of a picture in drawing order: shadows first, then the models. */
typedef struct portrait_part {
    const portrait *body; /* NULL: there are no more */
    const raster_vertex *vertices;
    uint32_t flags;
    uint32_t first_triangle, triangle_count; /* numbered through all parts */
    const uint16_t *indices16;               /* [3 * triangle_count], or NULL */
    const uint32_t *indices32;               /* or this, and the other is NULL */
    pelt_mesh_info info;                     /* of the mesh, with its texture coordinates */
    pelt_texture_info texture;               /* its rows are NULL if the part has none */
    /* Where the search for the next part continues: */
    const portrait *bodies;
    uint32_t mesh, part;
    bool shadow;
} portrait_part;

void portrait_first(portrait_part *part, const portrait *bodies);
void portrait_next(portrait_part *part);

/* The corners of a triangle, counted from the part's first. */
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

/* Draws a triangle, counted from the part's first. */
void portrait_triangle(const raster_band *band, const portrait_part *part, uint32_t triangle);

#ifdef __cplusplus
}
#endif

#endif
