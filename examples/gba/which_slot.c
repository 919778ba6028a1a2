/* SPDX-License-Identifier: MIT */
/*
 * The player of `pelt rom`: one version, of the precision and size that the character in the slot
 * has. What it needs is taken from EWRAM, the most used of it from IWRAM where that fits; what is
 * left of EWRAM holds the blob if it can, which else stays in the cartridge.
 */
#include "which.h"

#include <string.h>

#include "../hero/checksum.h"
#include "board.h"
#include "screen_text.h"
#include "slot.h"
#include "text.h"

static uint8_t *slow, *slow_end; /* what is free of EWRAM */
static char title[SLOT_TITLE_BYTES], sum_text[9];

static void *take(uint32_t bytes, const char *what)
{
    uint8_t *taken = slow;

    bytes = (bytes + 7u) & ~7u;
    figure_need(bytes > (uint32_t)(slow_end - slow) ? PELT_E_ARENA : PELT_OK, what);
    slow += bytes;
    return taken;
}

/* From IWRAM, if that has as much. */
static void *take_fast(uint8_t **fast, size_t *fast_bytes, uint32_t bytes, const char *what)
{
    uint8_t *taken = *fast;

    bytes = (bytes + 7u) & ~7u;
    if (bytes > *fast_bytes) {
        return take(bytes, what);
    }
    *fast += bytes;
    *fast_bytes -= bytes;
    return taken;
}

static uint32_t palette_bytes(const pelt_model *model)
{
    size_t bytes = 0;
    uint32_t i;

    for (i = 0; i < model->skin_count; i++) {
        bytes += pelt_palette_bytes_q16(model, i);
    }
    for (i = 0; i < model->mesh_count; i++) {
        bytes += pelt_morph_bytes_q16(model, i);
    }
    return (uint32_t)bytes;
}

/* In the font's letters. */
static void make_texts(uint32_t crc)
{
    const char *from = slot_title();
    uint32_t i;

    for (i = 0; i + 1u < sizeof title && i < TEXT_COLUMNS && from[i] != '\0'; i++) {
        title[i] = from[i] >= 'a' && from[i] <= 'z' ? (char)(from[i] - 'a' + 'A')
                   : from[i] == '_'                 ? '-'
                                                    : from[i];
    }
    for (i = 0; i < 8u; i++) {
        sum_text[i] = "0123456789ABCDEF"[crc >> (28u - 4u * i) & 15u];
    }
    board_puts("title ");
    board_puts(from);
    board_puts("\nchecksum ");
    board_put_hex8(crc);
    board_puts("\n");
}

/* Its header says of which kind it is: the family that opens it. */
static void add(figure *f, const void *blob, size_t bytes)
{
    pelt_model model;
    const bool lean =
        pelt_model_open(&model, blob, bytes, &pelt_exact_morphs) == PELT_E_FAMILY;

    f->size = FIGURE_500;
    f->precision = lean ? FIGURE_Q12 : FIGURE_Q16;
    figure_add(f, f->size, f->precision, lean ? &pelt_lean_morphs : &pelt_exact_morphs, blob, bytes);
}

void which_open(figure *f)
{
    size_t bytes, fast_bytes;
    const void *blob = slot_blob(&bytes);
    uint8_t *fast = (uint8_t *)board_free_ram(&fast_bytes), *list;
    const pelt_model *model;
    figure_memory memory;
    uint32_t crc, vertices, triangles;

    slow = (uint8_t *)(uintptr_t)player_image.ram;
    slow_end = (uint8_t *)(uintptr_t)player_image.ram_end;
    figure_need(blob == NULL ? PELT_E_MAGIC : PELT_OK, "no character");
    add(f, blob, bytes);
    model = figure_model(f);
    vertices = f->vertex_counts[f->size][f->precision];
    triangles = f->triangle_counts[f->size][f->precision];

    memory.work_bytes = figure_work_bytes(f, f->size, f->precision);
    memory.palette_bytes = palette_bytes(model);
    memory.work = take_fast(&fast, &fast_bytes, memory.work_bytes, "vertices");
    memory.palettes = take_fast(&fast, &fast_bytes, memory.palette_bytes, "palettes");
    figure_use(&memory);
    list = (uint8_t *)take(triangles * (uint32_t)sizeof(figure_triangle), "triangles");

    /* For a moment only: colours, and what the checksum's stages take. */
    {
        uint8_t *after = slow;
        uint8_t(*colours)[4] = (uint8_t(*)[4])take(4u * vertices, "colours");
        uint32_t *off = (uint32_t *)take(4u * triangles, "colours");

        figure_list(f, f->size, f->precision, (figure_triangle *)(void *)list, colours, off, true);
        slow = after;
    }
    figure_load(f->precision);
    figure_need(checksum_rest(&crc, model, slow, (size_t)(slow_end - slow)), "checksum");
    make_texts(crc);
    if (bytes <= (size_t)(slow_end - slow)) {
        add(f, memcpy(take((uint32_t)bytes, "blob"), blob, bytes), bytes);
    }
    f->names[f->size] = "ALL";
    f->unit_normals = false;
}

bool which_run(figure *f, const char *words)
{
    (void)f, (void)words;
    return false;
}

void which_put(uint32_t line)
{
    text_put(line, 0, title);
    text_put(line + 1u, 0, sum_text);
}
