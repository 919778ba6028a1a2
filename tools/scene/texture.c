/* SPDX-License-Identifier: MIT */
/* Samples glTF textures in linear light. */
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

void texture_shift(double out[2], const scene_material *material, const double offset[2])
{
    for (int axis = 0; axis < 2; axis++)
        out[axis] = offset[axis] - material->uv_transform[axis][2];
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

static const uint8_t *texel_at(const scene_image *image, size_t x, size_t y)
{
    return image->pixels[y * image->width + x];
}

static double alpha_of(const scene_material *material, const uint8_t *stored)
{
    return material->is_opaque ? 1 : stored[3] / 255.0;
}

void texture_sample(double out[4], const scene_material *material, const texture_light *light,
                    const double place[2])
{
    const scene_image *image = material->image;
    const uint8_t *stored = texel_at(image, texel(place[0], material->wrap[0], image->width),
                                     texel(place[1], material->wrap[1], image->height));
    for (int c = 0; c < 3; c++)
        out[c] = light->of[stored[c]];
    out[3] = alpha_of(material, stored);
}

/* The same of texel n of a texture that goes on for ever, whose place is exact. */
static inline size_t nth_texel(int64_t n, scene_wrap wrap, int64_t size)
{
    if (n >= 0 && n < size)
        return (size_t)n;
    if (wrap == SCENE_CLAMPED)
        return (size_t)(n < 0 ? 0 : size - 1);
    const int64_t period = wrap == SCENE_MIRRORED ? 2 * size : size;
    n = (n % period + period) % period;
    return (size_t)(n < size ? n : period - 1 - n);
}

void texture_filter(double colour[4], const scene_material *material, const texture_light *light,
                    const double place[2])
{
    const scene_image *image = material->image;
    const uint32_t size[2] = {image->width, image->height};
    size_t at[2][2];
    double part[2];
    for (int axis = 0; axis < 2; axis++) {
        const scene_wrap wrap = material->wrap[axis];
        const double x = place[axis] * size[axis] - 0.5, from = floor(x);
        const int64_t n = fabs(from) < 1e15 ? (int64_t)from : 0; /* farther there are no texels */
        const bool nearest = material->nearest;
        part[axis] = nearest ? 0 : x - from;
        at[axis][0] =
            nearest ? texel(place[axis], wrap, size[axis]) : nth_texel(n, wrap, size[axis]);
        at[axis][1] = nearest ? at[axis][0] : nth_texel(n + 1, wrap, size[axis]);
    }
    const uint8_t *a = texel_at(image, at[0][0], at[1][0]);
    const uint8_t *b = texel_at(image, at[0][1], at[1][0]);
    const uint8_t *c = texel_at(image, at[0][0], at[1][1]);
    const uint8_t *d = texel_at(image, at[0][1], at[1][1]);
    const double share[4] = {(1 - part[0]) * (1 - part[1]), part[0] * (1 - part[1]),
                             (1 - part[0]) * part[1], part[0] * part[1]};
    for (int i = 0; i < 3; i++)
        colour[i] *= share[0] * light->of[a[i]] + share[1] * light->of[b[i]] +
                     share[2] * light->of[c[i]] + share[3] * light->of[d[i]];
    colour[3] *= share[0] * alpha_of(material, a) + share[1] * alpha_of(material, b) +
                 share[2] * alpha_of(material, c) + share[3] * alpha_of(material, d);
}

/* A linear value as sRGB, 0 to 255, between the whole ones as well. */
static double shown_of(const texture_light *light, double linear)
{
    int low = 0, high = 255;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        *(light->of[middle] <= linear ? &low : &high) = middle;
    }
    const double part = (linear - light->of[low]) / (light->of[high] - light->of[low]);
    return low + fmin(fmax(part, 0), 1);
}

uint16_t texture_565(const texture_light *light, const double colour[3])
{
    const double most[3] = {31, 63, 31};
    uint32_t bits[3];
    for (int c = 0; c < 3; c++)
        bits[c] = (uint32_t)llrint(shown_of(light, colour[c]) / 255 * most[c]);
    return (uint16_t)(bits[0] << 11 | bits[1] << 5 | bits[2]);
}

/* The cube roots of x in [0, 1] by Halley's method, from a power of two above each, like fifth_root. All three
 * are computed at once, as each step waits for its division. */
static void cube_roots(double root[3], const double x[3])
{
    double last[3] = {2, 2, 2};
    bool more = true;
    for (int i = 0; i < 3; i++) {
        root[i] = x[i] > 0;
        while (x[i] > 0 && root[i] * root[i] * root[i] > 8 * x[i])
            root[i] /= 2;
    }
    for (int n = 0; n < 64 && more; n++) {
        more = false;
        for (int i = 0; i < 3; i++) {
            const double cube = root[i] * root[i] * root[i];
            const double next = root[i] * ((cube + 2 * x[i]) / (2 * cube + x[i]));
            const bool falls = root[i] < last[i] && x[i] > 0;
            last[i] = falls ? root[i] : last[i];
            root[i] = falls ? next : root[i];
            more |= falls;
        }
    }
}

void texture_oklab(double lab[3], const double colour[3])
{
    static const double cones[3][3] = {{0.4122214708, 0.5363325363, 0.0514459929},
                                       {0.2119034982, 0.6806995451, 0.1073969566},
                                       {0.0883024619, 0.2817188376, 0.6299787005}};
    static const double axes[3][3] = {{0.2104542553, 0.7936177850, -0.0040720468},
                                      {1.9779984951, -2.4285922050, 0.4505937099},
                                      {0.0259040371, 0.7827717662, -0.8086757660}};
    double x[3], root[3];
    for (int i = 0; i < 3; i++)
        x[i] = vec_dot(cones[i], colour, 3);
    cube_roots(root, x);
    for (int i = 0; i < 3; i++)
        lab[i] = vec_dot(axes[i], root, 3);
}
