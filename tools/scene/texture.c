/* SPDX-License-Identifier: MIT */
/* Nearest-texel sampling of glTF textures, in linear light. */
#include "scene/texture.h"

#include <math.h>

/* The fifth root of x in (0, 1] by Newton's method, started at 1, above the root, so that it
 * converges from above. pow() would not give the same bits on every host. */
static double fifth_root(double x)
{
    double root = 1;
    for (int i = 0; i < 64; i++)
        root -= (root - x / (root * root * root * root)) / 5;
    return root;
}

void texture_light_make(texture_light *light)
{
    for (int i = 0; i < 256; i++) {
        const double shown = i / 255.0, base = (shown + 0.055) / 1.055;
        /* the last product is base^2.4 */
        light->of[i] = shown <= 0.04045 ? shown / 12.92 : base * base * fifth_root(base * base);
    }
}

void texture_place(double out[2], const scene_material *material, const double uv[2])
{
    for (int axis = 0; axis < 2; axis++) {
        const double *row = material->uv_transform[axis];
        const double place = row[0] * uv[0] + row[1] * uv[1] + row[2];
        out[axis] = isfinite(place) ? place : 0;
    }
}

static size_t texel(double place, scene_wrap wrap, uint32_t size)
{
    double within = place - floor(place);
    if (wrap == SCENE_CLAMPED)
        within = fmin(fmax(place, 0), 1);
    else if (wrap == SCENE_MIRRORED && fmod(floor(place), 2) != 0)
        within = 1 - within;
    const double at = floor(within * size);
    return at < size ? (size_t)at : size - 1u;
}

void texture_sample(double out[4], const scene_material *material, const texture_light *light,
                    const double place[2])
{
    const scene_image *image = material->image;
    const size_t x = texel(place[0], material->wrap[0], image->width);
    const size_t y = texel(place[1], material->wrap[1], image->height);
    const uint8_t *stored = image->pixels[y * image->width + x];
    for (int c = 0; c < 3; c++)
        out[c] = light->of[stored[c]];
    out[3] = material->is_opaque ? 1 : stored[3] / 255.0;
}
