/* SPDX-License-Identifier: MIT */
/* Lists of the Nintendo DS's geometry engine, see pelt/nds.h. */
#include <stdbool.h>

#include "pelt/nds.h"

#include "nds_commands.h"

#ifdef PELT_NDS

#define TRIANGLE_WORDS 16u

/// Textures /////////////////////////////////////////////////////////////////////////////////////

static uint32_t colour_of(uint32_t rgb565)
{
    return rgb565 >> 11 | (rgb565 >> 1 & 0x3e0u) | (rgb565 & 31u) << 10;
}

/* The engine's sides are 8 to 1024 texels: n of 8 << n. */
static uint32_t size_of(uint32_t side)
{
    uint32_t n = 0;
    while (8u << n < side)
        n++;
    return n;
}

/* Bits of TEXIMAGE_PARAM: repeat, and mirror every other time. */
static uint32_t wrap_of(uint32_t wrap, uint32_t shift)
{
    const uint32_t repeats = wrap == PELT_WRAP_CLAMP ? 0u : 1u;
    const uint32_t mirrors = wrap == PELT_WRAP_MIRROR ? 4u : 0u;
    return (repeats | mirrors) << shift;
}

/* A texel as the engine has it: of its tables only the first colour can be clear, so that the blob's
 * clear one changes places with it. */
static uint32_t texel_at(const pelt_texture_info *t, uint32_t x, uint32_t y)
{
    const uint8_t *row = (const uint8_t *)t->rows + y * t->row_bytes;
    uint32_t texel = row[t->texels == PELT_TEXELS_I4 ? x >> 1 : x];
    if (t->texels == PELT_TEXELS_RGB565) {
        texel = ((const uint16_t *)(const void *)row)[x];
        return texel == t->clear ? 0u : 0x8000u | colour_of(texel);
    }
    if (t->texels == PELT_TEXELS_I4)
        texel = texel >> (x & 1u) * 4u & 15u;
    return t->clear == PELT_NONE ? texel : texel == t->clear ? 0u : texel == 0u ? t->clear : texel;
}

pelt_status pelt_nds_texture_export(pelt_nds_texture *texture, pelt_nds_space *space,
                                    const pelt_texture_info *info)
{
    if (texture == NULL || space == NULL || info == NULL || info->rows == NULL ||
        space->texels == NULL || space->colours == NULL || info->width < 2u || info->height < 2u)
        return PELT_E_ARGUMENT;
    const bool direct = info->texels == PELT_TEXELS_RGB565;
    const uint32_t bits = direct ? 16u : info->texels == PELT_TEXELS_I8 ? 8u : 4u;
    const uint32_t across = size_of(info->width), down = size_of(info->height);
    const uint32_t words = (8u << across) * (8u << down) * bits / 16u;
    const uint32_t table = direct ? 0u : bits == 8u ? 256u : 16u;
    if (words > space->texel_halves - space->used_texels ||
        table > space->colour_halves - space->used_colours)
        return PELT_E_ARENA;
    uint16_t *to = space->texels + space->used_texels;
    for (uint32_t i = 0; i < words; i++) { /* video memory takes halves, not bytes */
        uint32_t half = 0;
        for (uint32_t k = 0; k < 16u / bits; k++) {
            const uint32_t at = i * (16u / bits) + k;
            const uint32_t x = at & ((8u << across) - 1u), y = at >> (3u + across);
            half |=
                texel_at(info, x * info->width >> (3u + across), y * info->height >> (3u + down))
                << bits * k;
        }
        to[i] = (uint16_t)half;
    }
    for (uint32_t i = 0; i < table; i++) {
        const uint32_t from = info->clear == PELT_NONE ? i
                              : i == info->clear       ? 0u
                              : i == 0u                ? info->clear
                                                       : i;
        space->colours[space->used_colours + i] =
            (uint16_t)(from < info->colour_count ? colour_of(info->colours[from]) : 0u);
    }
    texture->image = space->used_texels / 4u | wrap_of(info->wrap_across, 16) |
                     wrap_of(info->wrap_down, 17) | across << 20 | down << 23 |
                     (direct       ? 7u
                      : bits == 8u ? 4u
                                   : 3u)
                         << 26 |
                     (info->clear != PELT_NONE && !direct ? 1u << 29 : 0u);
    texture->table = space->used_colours / 8u;
    space->used_texels += words;
    space->used_colours += table;
    return PELT_OK;
}

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

pelt_status pelt_nds_list_begin(pelt_nds_list *list, int32_t width, int32_t height)
{
    /* Coordinates of VTX_16 are those of a pelt_draw_vertex, as 4.12. w is 8, and all is times 8 with it,
     * so that the engine keeps 16 bits of a depth: -4 to 32767 become 16383 to -16388, times 8188 / 2^27
     * is within w. 20.12. */
    const int32_t one = 4096, depth = 2 * one - 4;
    if (list == NULL || list->words == NULL || width < 1 || height < 1 || width > 256 ||
        height > 192 || list->body_words > list->word_most)
        return PELT_E_ARGUMENT;
    if (list->word_most - list->body_words < HEAD_WORDS)
        return PELT_E_ARENA;
    uint32_t *const to = list->words + list->body_words;
    for (uint32_t i = 0; i < HEAD_WORDS; i++)
        to[i] = 0;
    to[0] = HEAD_FIRST;
    to[1] = MODE_BOTH;
    to[2] = MODE_PROJECTION;
    int32_t *const matrix = (int32_t *)to + HEAD_MATRIX;
    matrix[0] = 8 * one * 512 / width;
    matrix[5] = -8 * one * 512 / height;
    matrix[10] = -depth;
    matrix[12] = -8 * one;
    matrix[13] = matrix[15] = 8 * one;
    matrix[14] = depth * 4;
    list->word_count = list->body_words + HEAD_WORDS;
    list->width = width;
    list->height = height;
    return PELT_OK;
}

static uint32_t displayed(const uint8_t *rgb)
{
    return rgb[0] >> 3 | (uint32_t)rgb[1] >> 3 << 5 | (uint32_t)rgb[2] >> 3 << 10;
}

pelt_status pelt_nds_list_add(pelt_nds_list *list, const pelt_draw_vertex *const corners[3],
                              const uint8_t *colour, uint32_t layer)
{
    if (list == NULL || list->words == NULL || corners == NULL || layer > 2u ||
        list->word_count > list->word_most)
        return PELT_E_ARGUMENT;
    if (list->word_most - list->word_count < TRIANGLE_WORDS)
        return PELT_E_ARENA;
    const bool outside = (corners[0]->outside | corners[1]->outside | corners[2]->outside) != 0u;
    uint32_t *to = list->words + list->word_count;
    *to++ =
        POLYGON_ATTR | TEXIMAGE_PARAM << 8 | BEGIN_VTXS << 16 | (colour != NULL ? COLOR : 0u) << 24;
    *to++ = POLYGON_OPAQUE | POLYGON_BACK | POLYGON_FRONT;
    *to++ = 0;
    *to++ = TRIANGLES;
    if (colour != NULL) {
        *to++ = displayed(colour);
        *to++ = VTX_16 | VTX_16 << 8 | VTX_16 << 16;
    }
    for (uint32_t i = 0; i < 3u; i++) {
        const pelt_draw_vertex *v = corners[i], *at = corners[outside ? 0 : i];
        if (colour == NULL) {
            const uint8_t own[3] = {v->r, v->g, v->b};
            *to++ = COLOR | VTX_16 << 8;
            *to++ = displayed(own);
        }
        *to++ = (uint32_t)(uint16_t)at->y << 16 | (uint16_t)at->x;
        *to++ = (layer - 4u) & 0xffffu;
    }
    list->word_count = (uint32_t)(to - list->words);
    return PELT_OK;
}

#endif
