/* SPDX-License-Identifier: MIT */
/* Lists of RDP commands (pelt/n64.h) in two halves: one is filled while the RDP reads the other. */
#include "rdp.h"

#include "../../src/base/memory.h"

#ifdef PELT_N64

/* Bits of the upper word of RDP_MODES */
#define FILLS 0x300000u
#define IN_PERSPECTIVE 0x080000u
#define TABLE_OF_COLOURS 0x008000u
#define AS_COLOURS 0x000c00u /* texels are RGB, not YUV */
#define DITHERS 0x000070u    /* dithers colours by a matrix, and not alpha */
#define DITHERS_NOT 0x0000f0u
/* Bits of the lower word. REPLACES: the combiner's colour replaces the pixel. BY_DEPTH: depths are
 * compared and kept. BY_ALPHA: pixels with less alpha than the blend colour are left out. */
#define REPLACES 0x0f0a0200u
#define BY_DEPTH 0x30u
#define BY_ALPHA 0x01u

/* The combiner makes colours (a - b) * c + d, in both cycles alike; `alpha` is 1 or the texel's */
#define COMBINE_HIGH(a, c) ((a) << 20 | (c) << 15 | 7u << 12 | 7u << 9 | (a) << 5 | (c))
#define COMBINE_LOW(d, alpha)                                                                      \
    (8u << 28 | 8u << 24 | 7u << 21 | 7u << 18 | (d) << 15 | 7u << 12 | (alpha) << 9 | (d) << 6 |  \
     7u << 3 | (alpha))

#define DEEPEST 0xfffcfffcu /* the farthest depth, twice */
#define HALF_ALPHA 0x80u

void pelt_n64_send_half(pelt_n64_list *list)
{
    uint32_t *const from = list->halves[list->half];
    if (list->at != from)
        list->send(list->own, from, (uint32_t)(list->at - from));
    list->half ^= 1u;
    list->at = list->begun = list->halves[list->half];
    list->end = list->at + list->half_words;
}

pelt_status pelt_n64_list_store(pelt_n64_list *list, const uint32_t *words, uint32_t count)
{
    if (!rdp_is_list(list) || words == NULL || count > PELT_N64_PIECE_WORDS || count % 2u != 0u)
        return PELT_E_ARGUMENT;
    rdp_make_room(list);
    list->mode = MODE_NONE;
    memcpy(list->at, words, 4u * count);
    list->at += count;
    return PELT_OK;
}

pelt_status pelt_n64_list_open(pelt_n64_list *list, uint32_t *words, uint32_t count,
                               pelt_n64_send send_words, void *own)
{
    if (list == NULL || words == NULL || send_words == NULL)
        return PELT_E_ARGUMENT;
    if (((uintptr_t)words & 15u) != 0u)
        return PELT_E_ALIGNMENT;
    if (count < PELT_N64_LIST_WORDS)
        return PELT_E_ARENA;
    list->half_words = count / 8u * 4u; /* whole lines of the data cache */
    list->halves[0] = words;
    list->halves[1] = words + list->half_words;
    list->half = 0;
    list->at = list->begun = words;
    list->end = words + list->half_words;
    list->send = send_words;
    list->own = own;
    list->mode = MODE_NONE;
    list->drawn = 0;
    list->width = list->height = 0;
    pelt_n64_write_inverses(list->inverses);
    return PELT_OK;
}

void pelt_n64_set_mode(pelt_n64_list *list, uint32_t mode, uint32_t colour)
{
    const bool textured = mode >= MODE_TABLE; /* texels times shades; else the paint, or shades */
    const uint32_t a = textured ? 1u : 8u, c = textured ? 4u : 16u;
    const uint32_t d = textured ? 7u : mode == MODE_PAINT ? 3u : 4u;
    if (mode == list->mode && (mode != MODE_PAINT || colour == list->colour))
        return;
    list->mode = mode;
    list->colour = colour;
    rdp_put(list, RDP_SYNC_PIPE, 0, 0);
    rdp_put(list, RDP_MODES,
            AS_COLOURS | (mode == MODE_BEHIND ? DITHERS : DITHERS_NOT) |
                (textured ? IN_PERSPECTIVE : 0u) | (mode == MODE_TABLE ? TABLE_OF_COLOURS : 0u),
            REPLACES | (mode >= MODE_SHADED ? BY_DEPTH : 0u) | (textured ? BY_ALPHA : 0u));
    rdp_put(list, RDP_COMBINE, COMBINE_HIGH(a, c), COMBINE_LOW(d, textured ? 1u : 6u));
    if (mode == MODE_PAINT)
        rdp_put(list, RDP_PAINT_COLOUR, 0, colour);
}

pelt_status pelt_n64_list_begin(pelt_n64_list *list, uint32_t colours, uint32_t depths,
                                int32_t width, int32_t height)
{
    const uint32_t line = (uint32_t)width - 1u, right = (uint32_t)width << 14;
    const uint32_t bottom = (uint32_t)height << 2;
    if (!rdp_is_list(list) || width < 2 || width > 640 || width % 2 != 0 || height < 1 ||
        height > 480 || colours % 64u != 0u || depths % 64u != 0u)
        return PELT_E_ARGUMENT;
    rdp_make_room(list);
    list->width = width * 16;
    list->height = height * 16;
    list->drawn = 0;
    list->mode = MODE_NONE;
    rdp_put(list, RDP_SCISSOR, 0, right | bottom);
    rdp_put(list, RDP_SYNC_PIPE, 0, 0);
    rdp_put(list, RDP_MODES, FILLS, 0);
    rdp_put(list, RDP_COLOUR_IMAGE, RDP_16_BITS | line, depths);
    rdp_put(list, RDP_FILL_COLOUR, 0, DEEPEST);
    rdp_put(list, RDP_FILL_RECTANGLE, line << 14 | (bottom - 4u), 0);
    rdp_put(list, RDP_SYNC_PIPE, 0, 0);
    rdp_put(list, RDP_COLOUR_IMAGE, RDP_16_BITS | line, colours);
    rdp_put(list, RDP_DEPTH_IMAGE, 0, depths);
    rdp_put(list, RDP_BLEND_COLOUR, 0, HALF_ALPHA);
    return PELT_OK;
}

pelt_status pelt_n64_list_add(pelt_n64_list *list, const pelt_draw_vertex corners[3])
{
    static const uint16_t one[3] = {0, 1, 2};
    if (!rdp_is_list(list) || corners == NULL)
        return PELT_E_ARGUMENT;
    rdp_make_room(list);
    uint32_t colours[3];
    for (int i = 0; i < 3; i++)
        colours[i] = rdp_colour(corners[i].r, corners[i].g, corners[i].b);
    const bool same = colours[0] == colours[1] && colours[0] == colours[2];
    pelt_n64_set_mode(list, same ? MODE_PAINT : MODE_BEHIND, colours[0]);
    (void)pelt_n64_put(list, corners, one, NULL, 1, true);
    return PELT_OK;
}

pelt_status pelt_n64_list_start(pelt_n64_list *list)
{
    if (!rdp_is_list(list))
        return PELT_E_ARGUMENT;
    rdp_make_room(list);
    rdp_put(list, RDP_SYNC_FULL, 0, 0);
    pelt_n64_send_half(list);
    return PELT_OK;
}

#endif
