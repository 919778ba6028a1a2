/* SPDX-License-Identifier: MIT */
/* What a texture shows at a point: the nearest texel, in linear light. */
#ifndef PELT_TOOLS_SCENE_TEXTURE_H
#define PELT_TOOLS_SCENE_TEXTURE_H

#include "scene/scene.h"

/* Linear light of the 256 values of sRGB. */
typedef struct texture_light {
    double of[256];
} texture_light;

/* Products and quotients alone: the same bits on every host. */
void texture_light_make(texture_light *light);

/* Texture coordinates as stored -> in the image, (0, 0) and (1, 1) its corners; not yet wrapped. */
void texture_place(double out[2], const scene_material *material, const double uv[2]);

/* R, G, B, A at such a place, 0 to 1; alpha 1 where the material is opaque. It has an image. */
void texture_sample(double out[4], const scene_material *material, const texture_light *light,
                    const double place[2]);

#endif
