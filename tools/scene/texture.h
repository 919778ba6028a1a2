/* SPDX-License-Identifier: MIT */
/* Samples textures in linear light, and converts linear colours to sRGB, to 5-6-5, and to OKLab, in which
 * distances are differences as they are seen. */
#pragma once

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

/* A clip's offset takes the place of the material's own. Sets out to what it adds to texture_place(). */
void texture_shift(double out[2], const scene_material *material, const double offset[2]);

/* R, G, B, A at such a place, 0 to 1; alpha is 1 if the material is opaque. The material must have
 * an image. */
void texture_sample(double out[4], const scene_material *material, const texture_light *light,
                    const double place[2]);

/* Multiplies a colour by the same as a renderer interpolates it between texels, if the material wants
 * that. */
void texture_filter(double colour[4], const scene_material *material, const texture_light *light,
                    const double place[2]);

/* A linear colour as the nearest one of 5-6-5. */
uint16_t texture_565(const texture_light *light, const double colour[3]);

/* OKLab of a linear colour (Bjoern Ottosson, 2020), in which distances are differences as seen. */
void texture_oklab(double lab[3], const double colour[3]);
