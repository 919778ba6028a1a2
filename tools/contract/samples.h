/* SPDX-License-Identifier: MIT */
/* Pictures of a scene and of its source, drawn once from several sides in several poses. For each pixel
 * they keep which triangles cover it, where, and the source's colour, so that the colours of any bake of
 * the scene can be compared without drawing again (contract/appearance.c). */
#pragma once

#include "bake/shape/meshes.h"
#include "common/region.h"
#include "scene/texture.h"

typedef struct triangle {
    uint32_t instance, vertices[3];
} triangle;

typedef struct sample {
    uint32_t triangle;  /* SCENE_NONE: nothing */
    uint16_t corner[2]; /* barycentric coordinates of corners 1 and 2, 65535 is one */
} sample;

/* lab: of the source, with the scene's triangles, where a choice of textures looks, and with all its own. */
typedef struct pixel {
    uint32_t first, count; /* samples */
    float lab[2][3];
} pixel;
#define PIXEL_STRIDE 5 /* a choice looks at one pixel of so many, the first among them */

/* The colours of one instance in pictures. */
typedef struct look {
    const double (*colours)[4]; /* linear, as stored; NULL: white */
    const double (*uvs)[2];     /* NULL: without a texture */
    const bake_texture *texture;
} look;

typedef struct appearance {
    const scene *s;
    texture_light light;
    double levels[3][64]; /* linear, of R, G and B of 5-6-5 */
    region memory;
    triangle *triangles;
    uint32_t triangle_count;
    sample *samples;
    uint32_t sample_count;
    sample *holes; /* samples that the source's alpha cutoff hides, at most one of each pixel */
    uint32_t hole_count;
    pixel *pixels;
    uint32_t pixel_count;
    look *looks;                      /* [instance_count] */
    double last_mean[3], last_lab[3]; /* of the pixel before, at first black; many are alike */
} appearance;

/* Draws the scene, and its source if that has more triangles, and keeps what every pixel shows. The caller
 * sets the looks, which are zeroed. */
void samples_open(appearance *a, const scene *s);
void samples_close(appearance *a);

/* OKLab of the mean colour of a pixel's samples by their instances' looks; returns how many show clear
 * texels. */
uint32_t samples_lab(double lab[3], appearance *a, const sample *samples, uint32_t count);
