/* SPDX-License-Identifier: MIT */
/* Textures in video memory, and lists that DMA sends to the GPU: pelt/psx.h. */
#include "hardware.h"

#ifdef PELT_PORT_PSX

/// Textures /////////////////////////////////////////////////////////////////////////////////////

/* Texels of a side in video memory; bits: those of a coordinate of the blob below one of them. */
static uint32_t stored_side(uint32_t *bits, uint32_t side, uint32_t wrap)
{
    uint32_t stored = wrap == PELT_WRAP_MIRROR ? 2u * side : side;
    for (*bits = 4; stored > SIDE_MAX; stored >>= 1)
        ++*bits;
    return stored < SIDE_MIN ? SIDE_MIN : stored;
}

/* The texel of the blob at a stored place. */
static uint32_t source(uint32_t at, uint32_t bits, uint32_t side, uint32_t wrap)
{
    const uint32_t texel = at << (bits - 4u);
    if (wrap == PELT_WRAP_CLAMP)
        return smaller(texel, side - 1u);
    return (wrap == PELT_WRAP_MIRROR && (texel & side) != 0u ? ~texel : texel) & (side - 1u);
}

/* Bit 15 makes black a colour; 0 is not drawn. */
static uint32_t colour_of(uint32_t rgb565)
{
    return 0x8000u | rgb565 >> 11 | (rgb565 >> 1 & 0x3e0u) | (rgb565 & 31u) << 10;
}

static void begin_copy(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    pelt_psx_list_wait();
    GP0 = 0x01000000u; /* forget the texture cache */
    GP0 = 0xa0000000u;
    GP0 = y << 16 | x;
    GP0 = height << 16 | width;
}

static uint32_t texel_at(const pelt_texture_info *t, uint32_t x, uint32_t y)
{
    const uint8_t *row = (const uint8_t *)t->rows + y * t->row_bytes;
    if (t->texels == PELT_TEXELS_RGB565) {
        const uint32_t texel = ((const uint16_t *)(const void *)row)[x];
        return texel == t->clear ? 0u : colour_of(texel);
    }
    return t->texels == PELT_TEXELS_I8 ? row[x] : row[x >> 1] >> (x & 1u) * 4u & 15u;
}

static void copy_table(const pelt_texture_info *t, uint32_t line, uint32_t count)
{
    uint32_t word = 0;
    begin_copy(0, line, count, 1);
    for (uint32_t i = 0; i < count; i++) {
        word = word >> 16;
        if (i < t->colour_count && i != t->clear)
            word |= colour_of(t->colours[i]) << 16;
        if (i % 2u != 0u)
            GP0 = word;
    }
}

/* Takes room for a texture so many columns wide, at a multiple of its height, as a window is. */
static bool take_space(pelt_psx_space *space, uint32_t columns, uint32_t height)
{
    uint32_t column = space->column, line = (space->line + height - 1u) & ~(height - 1u);
    if (space->width != columns || line + height > SIDE_MAX) {
        line = 0;
        column += space->width;
        if (column < COLUMNS && column + columns > COLUMNS)
            column = COLUMNS;
        if (column + columns > 2u * COLUMNS)
            return false;
    }
    space->column = (uint16_t)column;
    space->width = (uint16_t)columns;
    space->line = (uint16_t)line;
    return true;
}

pelt_status pelt_psx_texture_store(pelt_psx_texture *stored, pelt_psx_space *space,
                                   const pelt_texture_info *texture)
{
    const pelt_texture_info *t = texture;
    if (stored == NULL || space == NULL || texture == NULL || texture->rows == NULL)
        return PELT_E_ARGUMENT;
    uint32_t across, down;
    const uint32_t width = stored_side(&across, t->width, t->wrap_across);
    const uint32_t height = stored_side(&down, t->height, t->wrap_down);
    const uint32_t kind = t->texels - (uint32_t)PELT_TEXELS_I4; /* 0, 1, 2: as packets have it */
    const uint32_t each = 4u << kind, halves = width * each / 16u;
    if ((kind < 2u && space->tables == PELT_PSX_TABLES) ||
        !take_space(space, (halves + 63u) / 64u, height))
        return PELT_E_ARENA;
    const uint32_t x = FIRST_X + space->column % COLUMNS * 64u;
    const uint32_t y = space->column / COLUMNS * SIDE_MAX, line = space->line;
    begin_copy(x, y + line, halves, height);
    for (uint32_t at = 0, word = 0; at < width * height; at++) {
        const uint32_t u = source(at % width, across, t->width, t->wrap_across);
        const uint32_t v = source(at / width, down, t->height, t->wrap_down);
        word = word >> each | texel_at(t, u, v) << (32u - each);
        if ((at + 1u) * each % 32u == 0u)
            GP0 = word;
    }
    stored->across = across;
    stored->down = down;
    stored->width = width;
    stored->height = height;
    stored->page = (x / 64u | y / SIDE_MAX << 4 | kind << 7) << 16;
    stored->window =
        0xe2000000u | (SIDE_MAX - width) >> 3 | (SIDE_MAX - height) >> 3 << 5 | line >> 3 << 15;
    stored->table = 0;
    if (kind < 2u) { /* below one of the pages */
        const uint32_t under = 240u + space->tables % 16u + space->tables / 16u * SIDE_MAX;
        copy_table(t, under, kind == 0u ? 16u : 256u);
        stored->table = under << 22;
        space->tables++;
    }
    space->line = (uint16_t)(line + height);
    return PELT_OK;
}

/// Lists ////////////////////////////////////////////////////////////////////////////////////////

pelt_status pelt_psx_list_open(pelt_psx_list *list)
{
    if (list == NULL)
        return PELT_E_ARGUMENT;
    list->index = 0;
    DMA_CONTROL |= DMA_ENABLED;
    GP1 = 0x04000002u; /* it asks for GP0's words */
    return PELT_OK;
}

pelt_status pelt_psx_list_begin(pelt_psx_list *list, uint32_t line, uint32_t width, uint32_t height)
{
    if (list == NULL || width - 1u >= 1024u || line >= 512u || height - 1u >= 512u - line)
        return PELT_E_ARGUMENT;
    list->index ^= 1u;
    uint32_t *area = list->areas[list->index], *last = list->tables[list->index];
    last += PELT_PSX_DEPTHS - 1u;
    area[0] = PELT_PSX_TAG(5) | address(last);
    area[1] = 0xe1000200u; /* colours are dithered */
    area[2] = 0xe2000000u;
    area[3] = 0xe3000000u | line << 10;
    area[4] = 0xe4000000u | (line + height - 1u) << 10 | (width - 1u);
    area[5] = 0xe5000000u | line << 11;
    DMA_FROM(CHAINS) = address(last);
    DMA_COUNT(CHAINS) = PELT_PSX_DEPTHS;
    DMA_MODE(CHAINS) = 0x11000002u;
    while ((DMA_MODE(CHAINS) & DMA_BUSY) != 0u) {
    }
    return PELT_OK;
}

pelt_status pelt_psx_list_add(pelt_psx_list *list, uint32_t *first, uint32_t *last, uint32_t depth)
{
    if (list == NULL || first == NULL || last == NULL)
        return PELT_E_ARGUMENT;
    if (depth >= PELT_PSX_DEPTHS)
        return PELT_E_RANGE;
    uint32_t *place = &list->tables[list->index][depth];
    *last = (*last & ~ADDRESS) | (*place & ADDRESS);
    *place = address(first);
    return PELT_OK;
}

void pelt_psx_list_wait(void)
{
    while ((DMA_MODE(TO_GPU) & DMA_BUSY) != 0u || (GP1 & GPU_IDLE) == 0u) {
    }
}

pelt_status pelt_psx_list_start(pelt_psx_list *list)
{
    if (list == NULL)
        return PELT_E_ARGUMENT;
    DMA_FROM(TO_GPU) = address(list->areas[list->index]);
    DMA_COUNT(TO_GPU) = 0;
    DMA_MODE(TO_GPU) = 0x01000401u; /* a chain */
    return PELT_OK;
}

#endif
