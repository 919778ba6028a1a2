/* SPDX-License-Identifier: MIT */
/* Lists of the Nintendo DS's geometry engine, see pelt/nds.h. */
#include "pelt/nds.h"

#include "../../src/draw/body.h"
#include "../../src/draw/plane.h"
#include "../../src/draw/triangle.h"

#ifdef PELT_NDS

/* Commands, four of which are packed into a word, the first in its lowest byte, before all their
 * parameters. */
#define MTX_MODE 0x10u       /* 1 word */
#define MTX_LOAD_4X4 0x16u   /* 16 */
#define COLOR 0x20u          /* 1 */
#define TEXCOORD 0x22u       /* 1 */
#define VTX_16 0x23u         /* 2 */
#define POLYGON_ATTR 0x29u   /* 1 */
#define TEXIMAGE_PARAM 0x2au /* 1 */
#define PLTT_BASE 0x2bu      /* 1 */
#define BEGIN_VTXS 0x40u     /* 1 */

#define MODE_PROJECTION 0u
#define MODE_BOTH 2u
#define TRIANGLES 0u
#define POLYGON_OPAQUE 0x001f0000u /* no light, the vertices' colours times texels */
#define POLYGON_BACK 0x40u
#define POLYGON_FRONT 0x80u

#define HEAD_WORDS 36u
#define PART_WORDS 5u
#define BEHIND 0xffffu /* the depth of shadows, -1; layers have -4 to -2 */

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
    texture->width = 8u << across;
    texture->height = 8u << down;
    space->used_texels += words;
    space->used_colours += table;
    return PELT_OK;
}

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

/* Writes a word that is the same in every picture, unless it is there already. */
static void put_fixed(pelt_nds_list *list, uint32_t word)
{
    if (list->word_count >= list->kept_count)
        list->words[list->word_count] = word;
    list->word_count++;
}

static void put(pelt_nds_list *list, uint32_t word)
{
    list->words[list->word_count++] = word;
}

pelt_status pelt_nds_list_begin(pelt_nds_list *list, int32_t width, int32_t height)
{
    /* Coordinates of VTX_16 are those of a pelt_draw_vertex, as 4.12. w is 8, and all is times 8 with it,
     * so that the engine keeps 16 bits of a depth: -4 to 32767 become 16383 to -16388, times 8188 / 2^27
     * is within w. 20.12. */
    const int32_t one = 4096, depth = 2 * one - 4;

    if (list == NULL || list->words == NULL || width < 1 || height < 1 || width > 256 ||
        height > 192)
        return PELT_E_ARGUMENT;
    if (list->word_most < HEAD_WORDS)
        return PELT_E_ARENA;
    const int32_t matrix[16] = {8 * one * 512 / width,
                                0,
                                0,
                                0,
                                0,
                                -8 * one * 512 / height,
                                0,
                                0,
                                0,
                                0,
                                -depth,
                                0,
                                -8 * one,
                                8 * one,
                                depth * 4,
                                8 * one};
    list->kept_count = list->word_count;
    list->word_count = list->triangle_count = list->drawn_count = 0;
    list->width = width;
    list->height = height;
    put_fixed(list, MTX_MODE | MTX_LOAD_4X4 << 8);
    put_fixed(list, MODE_PROJECTION);
    for (uint32_t i = 0; i < 16u; i++)
        put_fixed(list, (uint32_t)matrix[i]);
    put_fixed(list, MTX_MODE | MTX_LOAD_4X4 << 8);
    put_fixed(list, MODE_BOTH);
    for (uint32_t i = 0; i < 16u; i++)
        put_fixed(list, i % 5u == 0u ? (uint32_t)one : 0u);
    return PELT_OK;
}

/* The first parameter of VTX_16. */
static inline uint32_t place_at(const pelt_draw_vertex *v)
{
    return (uint32_t)(uint16_t)v->y << 16 | (uint16_t)v->x;
}

static inline uint32_t colour_at(const pelt_draw_vertex *v)
{
    return v->r >> 3 | (uint32_t)v->g >> 3 << 5 | (uint32_t)v->b >> 3 << 10;
}

pelt_status pelt_nds_list_add(pelt_nds_list *list, const pelt_draw_vertex corners[3],
                              uint32_t layer)
{
    if (list == NULL || list->words == NULL || corners == NULL || layer > 2u)
        return PELT_E_ARGUMENT;
    if (list->word_count + PART_WORDS + 12u > list->word_most)
        return PELT_E_ARENA;
    const bool outside = (corners[0].outside | corners[1].outside | corners[2].outside) != 0u;
    put_fixed(list, POLYGON_ATTR | TEXIMAGE_PARAM << 8 | BEGIN_VTXS << 16);
    put_fixed(list, POLYGON_OPAQUE | POLYGON_BACK | POLYGON_FRONT);
    put_fixed(list, 0);
    put_fixed(list, TRIANGLES);
    for (uint32_t i = 0; i < 3u; i++) {
        put_fixed(list, COLOR | VTX_16 << 8);
        put(list, colour_at(&corners[i]));
        put(list, place_at(&corners[outside ? 0 : i]));
        put_fixed(list, (layer - 4u) & 0xffffu);
    }
    list->triangle_count++;
    return PELT_OK;
}

/* A facet has one colour, darkened by its slope. */
static uint32_t facet_colour(const pelt_camera *cam, const pelt_draw_vertex *const c[3],
                             int32_t area)
{
    pelt_draw_vertex shaded = *c[0];

    if (area != 0) {
        divisor d;

        find_divisor(&d, c[0], c[1], c[2], area);
        const channel depth = find_channel(&d, c[0]->depth, c[1]->depth, c[2]->depth);
        const uint32_t bright = pelt_draw_facet(cam, (int32_t)depth.per_x, (int32_t)depth.per_y);
        shaded.r = (uint8_t)(shaded.r * bright >> 8);
        shaded.g = (uint8_t)(shaded.g * bright >> 8);
        shaded.b = (uint8_t)(shaded.b * bright >> 8);
    }
    return colour_at(&shaded);
}

/* Writes what a picture changes: places, and of bodies colours and depths. A triangle with a corner
 * outside loses its area. place: words from a corner's colour to its place. Returns how many triangles
 * have an area and a face that is shown. */
static uint32_t put_corners(uint32_t *to, const body_part *part, uint32_t place)
{
    const bool both = (part->flags & PELT_DRAW_TWO_SIDED) != 0u;
    const bool faceted = (part->flags & PELT_DRAW_FACETED) != 0u && part->texture.rows == NULL;
    uint32_t drawn = 0;

    for (uint32_t i = 0; i < part->triangle_count; i++) {
        const pelt_draw_vertex *c[3];
        uint32_t at[3];

        body_corners(c, part, i);
        at[0] = place_at(c[0]);
        at[1] = place_at(c[1]);
        at[2] = place_at(c[2]);
        if ((c[0]->outside | c[1]->outside | c[2]->outside) != 0u)
            at[1] = at[2] = at[0];
        const int32_t area =
            (c[1]->x - c[0]->x) * (c[2]->y - c[0]->y) - (c[2]->x - c[0]->x) * (c[1]->y - c[0]->y);
        const uint32_t facet = faceted ? facet_colour(&part->body->cam, c, area) : 0u;
        drawn += at[1] != at[2] && (area < 0 || (both && area > 0));
        for (uint32_t k = 0; k < 3u; k++, to += place + 3u) {
            to[1 + place] = at[k];
            if (!part->shadow) {
                to[1] = faceted ? facet : colour_at(c[k]);
                to[2 + place] = c[k]->depth;
            }
        }
    }
    return drawn;
}

/* Writes the words of a part that stay. */
static void put_commands(pelt_nds_list *list, const body_part *part,
                         const pelt_nds_texture *texture)
{
    const bool both = (part->flags & PELT_DRAW_TWO_SIDED) != 0u;
    pelt_texture_info size = part->texture;
    const pelt_draw_vertex *corners[3];

    put_fixed(list, POLYGON_ATTR | TEXIMAGE_PARAM << 8 | PLTT_BASE << 16 | BEGIN_VTXS << 24);
    put_fixed(list, POLYGON_OPAQUE | POLYGON_FRONT | (both ? POLYGON_BACK : 0u));
    put_fixed(list, texture != NULL ? texture->image : 0u);
    put_fixed(list, texture != NULL ? texture->table : 0u);
    put_fixed(list, TRIANGLES);
    for (uint32_t i = 0; i < part->triangle_count; i++) {
        body_corners(corners, part, i);
        for (uint32_t k = 0; k < 3u && texture != NULL; k++) {
            pelt_texel_place at;

            size.width = texture->width;
            size.height = texture->height;
            at = body_place(&part->info, &size, (uint32_t)(corners[k] - part->vertices));
            put_fixed(list, COLOR | TEXCOORD << 8 | VTX_16 << 16);
            list->word_count++;
            put_fixed(list, ((uint32_t)at.v & 0xffffu) << 16 | ((uint32_t)at.u & 0xffffu));
            list->word_count += 2u;
        }
        for (uint32_t k = 0; k < 3u && texture == NULL; k++) {
            put_fixed(list, COLOR | VTX_16 << 8);
            put_fixed(list,
                      colour_at(corners[k])); /* of a shadow it stays, and so does its depth */
            list->word_count++;
            put_fixed(list, BEHIND);
        }
    }
}

pelt_status pelt_nds_body_export(pelt_nds_list *list, const pelt_body *bodies,
                                 const pelt_nds_texture *textures, uint32_t texture_count)
{
    body_part part;

    if (list == NULL || list->words == NULL || bodies == NULL || !pelt_draw_are_valid(bodies) ||
        (textures == NULL && texture_count != 0u))
        return PELT_E_ARGUMENT;
    for (pelt_draw_first(&part, bodies); part.body != NULL; pelt_draw_next(&part)) {
        const uint32_t index = part.texture.rows != NULL ? part.texture_index : texture_count;
        const pelt_nds_texture *texture = index < texture_count ? &textures[index] : NULL;
        const uint32_t words = PART_WORDS + part.triangle_count * (texture != NULL ? 15u : 12u);

        if (words > list->word_most - list->word_count)
            return PELT_E_ARENA;
        uint32_t *const to = list->words + list->word_count + PART_WORDS;
        if (list->word_count + words > list->kept_count)
            put_commands(list, &part, texture);
        else
            list->word_count += words;
        const uint32_t drawn = put_corners(to, &part, texture != NULL ? 2u : 1u);
        list->drawn_count += part.shadow ? 0u : drawn;
        list->triangle_count += part.triangle_count;
    }
    return PELT_OK;
}

#endif
