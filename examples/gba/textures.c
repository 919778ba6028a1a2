/* SPDX-License-Identifier: MIT */
/* Turns a blob's textures into the rasteriser's (draw_textures of draw.h): of any size and with any palette
 * into 128 x 128 texels, each of which names a ramp of the screen's palette. */
#include "textures.h"

#include "pelt/draw.h"

#define COLOURS 256u /* to choose from, of a texture at most */

uint32_t textures_bytes(const pelt_model *model)
{
    pelt_texture_info info;
    uint32_t count = 0;
    while (pelt_texture_get(&info, model, count) == PELT_OK)
        count++;
    return count == 0u ? 0u : 16u * RAMPS_TEXTURED + TEXTURES_BYTES * count;
}

/* What is stored for a texel: a colour, or its number. */
static uint32_t texel(const pelt_texture_info *info, uint32_t x, uint32_t y)
{
    const uint8_t *row = (const uint8_t *)info->rows + y * info->row_bytes;
    if (info->texels == PELT_TEXELS_RGB565)
        return row[2u * x] | (uint32_t)row[2u * x + 1u] << 8;
    return info->texels == PELT_TEXELS_I8 ? row[x] : row[x / 2u] >> (4u * (x & 1u)) & 15u;
}

static void colour_of(uint8_t rgba[4], uint32_t rgb565)
{
    rgba[0] = (uint8_t)((rgb565 >> 11) * 255u / 31u);
    rgba[1] = (uint8_t)((rgb565 >> 5 & 63u) * 255u / 63u);
    rgba[2] = (uint8_t)((rgb565 & 31u) * 255u / 31u);
}

/* The texel that a column or row of the rasteriser's texture shows. */
static uint32_t source(uint32_t at, uint32_t side, uint32_t wrap)
{
    const uint32_t period = wrap == PELT_WRAP_MIRROR ? 2u * side : side;
    const uint32_t t = (2u * at + 1u) * period / (2u * TEXTURES_SIDE);
    return t < side ? t : 2u * side - 1u - t;
}

void textures_colours(ramps_set *out, const pelt_model *model, const draw_textures *to)
{
    uint8_t(*rgba)[4] = (uint8_t(*)[4])to->texels;
    pelt_texture_info info;
    out->count = 0;
    for (uint32_t i = 0; pelt_texture_get(&info, model, i) == PELT_OK; i++) {
        const uint32_t count = info.colours != NULL ? info.colour_count : COLOURS;
        /* Without a palette the colours are those of 16 x 16 places. */
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t stored = info.colours != NULL ? k
                                                         : texel(&info, k % 16u * info.width / 16u,
                                                                 k / 16u * info.height / 16u);
            colour_of(rgba[out->count], info.colours != NULL ? info.colours[k] : stored);
            rgba[out->count++][3] = stored == info.clear ? 0 : 255;
        }
    }
    out->rgba = (const uint8_t(*)[4])rgba;
    out->off = (uint32_t *)(void *)rgba[out->count];
}

static uint8_t ramp_of(const ramps *r, uint32_t rgb565)
{
    uint8_t rgba[4];
    colour_of(rgba, rgb565);
    return (uint8_t)(16u * ramps_nearest(r, rgba));
}

void textures_fill(const draw_textures *to, const pelt_model *model, const ramps *r)
{
    static uint8_t known[COLOURS]; /* the stack is small */
    uint8_t *out = to->texels + 16u * RAMPS_TEXTURED;
    pelt_texture_info info;
    for (uint32_t i = 0; i < RAMPS_TEXTURED; i++)
        to->texels[16u * i] = (uint8_t)(16u * i);
    for (uint32_t i = 0; pelt_texture_get(&info, model, i) == PELT_OK; i++) {
        for (uint32_t k = 0; k < info.colour_count; k++)
            known[k] = ramp_of(r, info.colours[k]);
        for (uint32_t k = 0; k < TEXTURES_BYTES; k++) {
            const uint32_t stored =
                texel(&info, source(k / TEXTURES_SIDE, info.width, info.wrap_across),
                      source(k % TEXTURES_SIDE, info.height, info.wrap_down));
            *out++ = stored == info.clear   ? DRAW_CLEAR
                     : info.colours != NULL ? known[stored]
                                            : ramp_of(r, stored);
        }
    }
}

/* A coordinate, Q(bits), in 1/2048 of a side. One within the texture stays half a texel away from its
 * edges, as rounded steps would leave the texture at the other side of a triangle. */
static uint32_t coordinate(int32_t at, uint32_t bits, uint32_t side, uint32_t wrap)
{
    const int32_t inset = side < TEXTURES_SIDE ? (int32_t)(1024u / side) : 8;
    int32_t to = bits >= 11u ? at >> (bits - 11u) : at * (1 << (11u - bits));
    if (wrap == PELT_WRAP_CLAMP || (to >= 0 && to <= 2048))
        to = to < inset ? inset : to > 2048 - inset ? 2048 - inset : to;
    return (uint32_t)(wrap == PELT_WRAP_MIRROR ? to >> 1 : to) & 0xFFFFu;
}

uint32_t textures_word(const pelt_texture_info *info, uint32_t texture)
{
    const uint32_t first = 16u * RAMPS_TEXTURED + TEXTURES_BYTES * texture;
    return (info->clear != PELT_NONE ? first | DRAW_MASKED : first) / 16u << 16;
}

uint32_t textures_place(const pelt_texture_info *info, const pelt_mesh_info *mesh, uint32_t vertex)
{
    const int16_t *uv = mesh->uvs_i16 + 2u * vertex;
    return coordinate(uv[0], mesh->uv_bits, info->width, info->wrap_across) |
           coordinate(uv[1], mesh->uv_bits, info->height, info->wrap_down) << 16;
}
