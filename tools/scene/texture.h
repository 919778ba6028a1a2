/* SPDX-License-Identifier: MIT */
/* Samples a texture at a point: the nearest texel, in linear light. */
#ifndef PELT_TOOLS_SCENE_TEXTURE_H
#define PELT_TOOLS_SCENE_TEXTURE_H

#include "scene/scene.h"

/* The linear values of the 256 sRGB values. */
typedef struct texture_light {
    double of[256];
} texture_light;

/* Uses only products and quotients, which give the same bits on every host. */
void texture_light_make(texture_light *light);

/* Transforms texture coordinates as stored to places in the image, whose corners are (0, 0) and (1,
 * 1); not wrapped yet. */
void texture_place(double out[2], const scene_material *material, const double uv[2]);

/* R, G, B, A at such a place, 0 to 1; alpha is 1 if the material is opaque. The material must have
 * an image. */
void texture_sample(double out[4], const scene_material *material, const texture_light *light,
                    const double place[2]);

#endif
